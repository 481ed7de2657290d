import assert from "node:assert/strict";
import { test } from "node:test";

import { describeStart, describeWay } from "../next-event.js";

const MINUTE = 60_000;

test("the time until an event is counted down in hours and minutes, rounded up", () => {
  const says = (left) => describeStart(left, 0);
  assert.equal(says(1), "starts in 1 minute");
  assert.equal(says(13.5 * MINUTE), "starts in 14 minutes");
  assert.equal(says(60 * MINUTE), "starts in 1 h 0 min");
  assert.equal(says(125 * MINUTE), "starts in 2 h 5 min");
  assert.equal(says(-5 * MINUTE), "starts in 1 minute");
});

test("an event that nobody can join any more can be watched", () => {
  assert.equal(describeWay({ joined: false, may_join: true }), "Join");
  assert.equal(describeWay({ joined: false, may_join: false }), "Watch");
  assert.equal(describeWay({ joined: true, may_join: false }), "Open");
});
