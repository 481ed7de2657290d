import assert from "node:assert/strict";
import { test } from "node:test";
import { onwardTime } from "../onward.js";

const show = (parts, change = {}) => (
  { watching: false, counting: "auto", showing: { parts: Array(parts).fill({}) }, ...change }
);

test("a show waits for the player, unless it is to go on by itself", () => {
  assert.equal(onwardTime(show(3), undefined, 1), null);
  assert.equal(onwardTime(show(3), "hand", 1), null);
  assert.ok(onwardTime(show(0), "auto", 1) >= 1_000);
});

test("the more was counted the longer it may be read, and slowly twice over", () => {
  assert.ok(onwardTime(show(6), "auto", 1) > onwardTime(show(1), "auto", 1) + 2_000);
  assert.equal(onwardTime(show(4), "auto", 2), 2 * onwardTime(show(4), "auto", 1));
});

test("what is counted by hand, and a show that one asked to see again, wait either way", () => {
  for (const counting of ["manual", "muggins"]) assert.equal(onwardTime(show(3, { counting }), "auto", 1), null);
  assert.equal(onwardTime(show(3, { showing: { parts: [], again: true } }), "auto", 1), null);
});

test(
  "for a watcher it goes on",
  () => assert.ok(onwardTime(show(3, { watching: true, counting: "muggins" }), "hand", 1) > 0),
);
