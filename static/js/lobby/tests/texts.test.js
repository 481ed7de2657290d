import assert from "node:assert/strict";
import { test } from "node:test";
import { describeCompany, describeInProgress, describeWait, stakeAgainst } from "../texts.js";

test("a wait is told in steps that do not flicker", () => {
  assert.deepEqual([0, 9.9, 10, 59, 60, 3599, 3600].map(describeWait), [
    "just came", "just came", "waiting 10 s", "waiting 50 s", "waiting 1 min", "waiting 59 min", "waiting 1 h",
  ]);
});

test("what a rated game is about is told to who can play it", () => {
  assert.equal(stakeAgainst(1500, 1700).says, "win +29, lose 13");
  assert.match(stakeAgainst(1500, 1700).why, /200 points above/);
  assert.equal(stakeAgainst(null, 1700), null);
  assert.equal(stakeAgainst(1500, null), null);
});

test("one does not count oneself among the company", () => {
  assert.equal(describeCompany(1, "Ann"), "Be the first to sit down");
  assert.equal(describeCompany(1, null), "1 other player is here");
  assert.equal(describeCompany(3, "Ann"), "2 other players are here");
});

test("the bar names the newest of several games", () => {
  assert.equal(describeInProgress(1, "Ann"), "You have a game in progress against Ann.");
  assert.equal(describeInProgress(3, "Ann"), "You have 3 games in progress, the newest against Ann.");
});
