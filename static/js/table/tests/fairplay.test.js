import assert from "node:assert/strict";
import { test } from "node:test";
import { broken } from "../fairplay.js";

const fair = (change = {}) => ({
  version: "cribfair/1", game: "g", params: "{}", tip: "aa", commitments: [null, null], secrets: [null, null], ...change,
});

test("what was shown at first may be added to", () => {
  const pins = {};
  assert.equal(broken(pins, fair()), null);
  assert.equal(broken(pins, fair({ commitments: ["c0", null] })), null);
  assert.equal(broken(pins, fair({ commitments: ["c0", "c1"], secrets: ["s0", null] })), null);
});

test("a promise that changes is noticed", () => {
  const pins = {};
  broken(pins, fair({ commitments: ["c0", null] }));
  assert.match(broken(pins, fair({ tip: "bb" })), /another tip/);
  assert.match(broken(pins, fair({ commitments: ["c9", null] })), /other commitments/);
});
