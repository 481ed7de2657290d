import assert from "node:assert/strict";
import { test } from "node:test";
import { openHands, rematchState } from "../result.js";

const WHO = { you: 0, names: ["Ada", "Bert"] };
const stands = (rematch, who = WHO) => {
  const { says, label, link } = rematchState(rematch, who);
  return [says, label, link];
};

test("a rematch is asked for, waited for, and accepted", () => {
  assert.deepEqual(stands(null), ["", "Rematch", null]);
  assert.deepEqual(stands({ by: [0], game: null }), ["Waiting for Bert to accept…", null, null]);
  assert.deepEqual(stands({ by: [1], game: null }), ["Bert wants a rematch.", "Accept rematch", null]);
  assert.deepEqual(stands({ by: [0, 1], game: "k3" }), ["The rematch is on.", null, "To the rematch"]);
});

test("in a match the button asks for the next game", () => {
  const next = (rematch) => Object.values(rematchState(rematch, WHO, true)).slice(0, 3);
  assert.deepEqual(next(null), ["", "Next game", null]);
  assert.deepEqual(next({ by: [1], game: null }), ["Bert is ready for the next game.", "Next game", null]);
  assert.deepEqual(next({ by: [0, 1], game: "k3" }), ["The next game is on.", null, "To the next game"]);
});

test("a watcher is asked nothing, and may follow to the next game", () => {
  const watcher = { ...WHO, you: null };
  assert.deepEqual(stands({ by: [1], game: null }, watcher), ["", null, null]);
  assert.deepEqual(stands({ by: [0, 1], game: "k3" }, watcher), ["They are playing again.", null, "Watch the rematch"]);
});

test("after the game all cards are open, the crib's separately", () => {
  const dealt = [["5H", "KD", "AS", "5C", "TD", "2C"], ["3C", "4C", "6D", "7H", "8S", "9S"]];
  const [ada, bert] = openHands({ dealt, throws: [["KD", "AS"], []] });
  assert.deepEqual(ada, { kept: ["2C", "5C", "5H", "TD"], thrown: ["AS", "KD"] });
  assert.deepEqual(bert.thrown, []);
});
