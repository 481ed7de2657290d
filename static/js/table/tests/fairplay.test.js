import assert from "node:assert/strict";
import { test } from "node:test";
import { broken, FairPlay } from "../fairplay.js";

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

/** What a page makes of a deal whose link is shown, though seat 0's secret never was. */
function checks(seen) {
  const play = new FairPlay({ game: "g", kept: {}, keep: () => true, put: () => true });
  play.hear(fair({ secrets: [null, "5e"], links: { 0: "aa" } }), 0);
  return play.check(seen);
}

test("a game that was void before it began has nothing to check (found by a flag that fell before the first card)", () => {
  assert.deepEqual(checks({}), []);
});

test("a card that was dealt while a secret was kept back is no deal as promised", () => {
  const cut = { 0: { you: 0, dealer: 0, cut: [["2H", "KD"]], dealt: null, starter: null, played: [], show: { counts: [] } } };
  assert.equal(checks(cut)[0].ok, false);
});
