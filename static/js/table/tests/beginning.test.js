import assert from "node:assert/strict";
import { test } from "node:test";
import { describeAwaitedPart, describeTimeLeft } from "../beginning.js";

const fair = (change) => ({ commitments: ["c", "c"], secrets: ["s", "s"], must: null, ...change });
const YOU = { you: 0, names: ["Ann", "Bob"] };
const WATCHER = { ...YOU, you: null };

test("whose part is awaited is said, and what comes of it", () => {
  assert.match(describeAwaitedPart(fair({ commitments: ["c", null] }), YOU), /Bob to commit/);
  assert.match(describeAwaitedPart(fair({ secrets: ["s", null] }), YOU), /Bob to show .* you win/);
  assert.match(describeAwaitedPart(fair({ secrets: [null, null] }), WATCHER), /Ann and Bob to show .* loses/);
});

test("while this page has to show its own part nobody is waited for", () => {
  assert.equal(describeAwaitedPart(fair({ secrets: [null, null], must: "reveal" }), YOU), "");
});

test("who wants to type is asked to", () => {
  assert.match(describeAwaitedPart(fair({ commitments: [null, null], must: "commit" }), YOU, true), /shuffle/);
});

test("a minute is counted down, a day is not", () => {
  assert.deepEqual([describeTimeLeft(102_000), describeTimeLeft(90_000_000), describeTimeLeft(null)], ["1:42 left to begin", "", ""]);
});
