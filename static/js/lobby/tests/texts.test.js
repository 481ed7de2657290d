import assert from "node:assert/strict";
import { test } from "node:test";
import { describeGamesToday, describeInProgress, describePeople, describeToWatch, describeWait, describeWaiting, stakeAgainst } from "../texts.js";

test("a wait is told in steps that do not flicker", () => {
  assert.deepEqual([0, 9.9, 10, 59, 60, 3599, 3600].map(describeWait), [
    "just came", "just came", "waiting 10 s", "waiting 50 s", "waiting 1 min", "waiting 59 min", "waiting 1 h",
  ]);
});

test("what a rated game is about is told to who can play it", () => {
  assert.equal(stakeAgainst(1500, 1700).says, "win +29, lose 13");
  assert.match(stakeAgainst(1500, 1700).why, /200 points more/);
  assert.equal(stakeAgainst(null, 1700), null);
  assert.equal(stakeAgainst(1500, null), null);
});

test("the button says how many wait, and how long it takes where that is known", () => {
  assert.equal(describeWaiting(0, 20), "Nobody is waiting. Play a bot meanwhile: your game opens by itself.");
  assert.equal(describeWaiting(0, 20, true), "You are waiting: the next player gets you.");
  assert.equal(describeWaiting(2, 60), "2 waiting · usually under a minute");
  assert.equal(describeWaiting(1, 61), "1 waiting · usually within 2 minutes");
  for (const untold of [null, 31 * 60]) assert.equal(describeWaiting(1, untold), "1 waiting");
});

test("an empty figure is no sad zero, and the number is filled in where it is drawn", () => {
  const today = (all, bots) => describeGamesToday({ games_today: all, bot_games_today: bots });
  assert.deepEqual([0, 1, 2].map(describePeople), ["You are the first one here", "You are the first one here", "{n} people here now"]);
  assert.equal(today(0, 0), "No games today yet: yours can be the first");
  assert.equal(today(1, 1), "{n} game today, 1 with a bot");
  assert.equal(today(9, 4), "{n} games today, 4 with bots");
  assert.equal(today(9, 0), "{n} games today");
  assert.deepEqual([0, 1, 3].map(describeToWatch), ["No game to watch right now", "1 game to watch", "3 games to watch"]);
});

test("the bar names the newest of several games", () => {
  assert.equal(describeInProgress(1, "Ann"), "You have a game in progress against Ann.");
  assert.equal(describeInProgress(3, "Ann"), "You have 3 games in progress, the newest against Ann.");
});
