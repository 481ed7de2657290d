import assert from "node:assert/strict";
import { test } from "node:test";

import { describeGreatHand, gameMoment, handMoment, momentWords } from "../moments.js";

const ADA = { you: 0, names: ["Ada", "Novice"] };
const WATCHER = { you: null, names: ["Ada", "Novice"] };
const over = (winner, value, loserHas, ended = "played") => (
  { winner, value, ended, scores: winner ? [loserHas, 121] : [121, loserHas] }
);

test("only a hand of 24 and more is a moment, and the two best have words", () => {
  assert.deepEqual(
    [0, 12, 23, 24, 28, 29].map((points) => handMoment({ points })),
    [null, null, null, "fine", "rare", "perfect"],
  );
  assert.equal(handMoment({ seat: 0, claimed: 29 }), null); // a claim is not a count yet
  assert.equal(describeGreatHand({ points: 24, what: "hand" }), "");
  assert.equal(
    describeGreatHand({ points: 29, what: "hand" }),
    "The perfect hand: 29. A player holds it once in 216,580 deals.",
  );
  assert.equal(
    describeGreatHand({ points: 28, what: "hand" }),
    "28: only one hand counts more. A player holds it once in 15,028 deals.",
  );
  assert.equal(describeGreatHand({ points: 29, what: "crib" }), "The perfect hand: 29.");
});

const ENDS = [
  [over(0, 1, 109), "win", ""],
  [over(0, 2, 77), "skunk", "Skunk!"],
  [over(0, 4, 50), "double-skunk", "Double skunk!"],
  [over(0, 4, 10, "resigned"), "win", ""],
  [over(1, 1, 111), "loss", "So close!"],
  [over(1, 1, 110), "loss", "Well played."],
  [over(1, 2, 70), "loss", "Every player gets skunked now and then. The next game starts level."],
  [over(1, 1, 100, "flag"), "loss", ""],
  [{ winner: null, ended: "void" }, null, ""],
];
for (const [scene, moment, words] of ENDS) {
  test(`${scene.ended}, ${scene.scores}: ${moment}, "${words}"`, () => {
    assert.equal(gameMoment(scene, ADA), moment);
    assert.equal(momentWords(scene, ADA), words);
  });
}

test("a watcher sees the same as the winner", () => {
  assert.equal(gameMoment(over(1, 2, 70), WATCHER), "skunk");
  assert.equal(momentWords(over(1, 1, 119), WATCHER), "");
});
