import assert from "node:assert/strict";
import { test } from "node:test";
import { STANDING_TEXTS } from "../standing-texts.js";

const WHO = { you: 1, names: ["Novice", "Ada"] };
const SCENE = {
  you: 1, watching: false, phase: "play", deal: 3, dealer: 1, target: 121, scores: [52, 45], hand: ["6C", "QD"],
  held: [3, 2],
  pile: [
    "5H",
    "TS",
    "7C",
  ], count: 22, starter: "TH", turn: [1], playable: ["6C"], mustGo: false, showing: null, laid: null,
};

test("the scores are described with mine first, and the owner of the crib", () => {
  assert.equal(STANDING_TEXTS.scores(SCENE, WHO), "You 45. Novice 52. A game to 121. Deal 3: your crib.");
});

test("the count is described with its cards", () => {
  assert.equal(
    STANDING_TEXTS.count(SCENE),
    "The count is twenty-two: five of hearts, ten of spades and seven of clubs. The starter is the ten of hearts.",
  );
  assert.equal(
    STANDING_TEXTS.count({ ...SCENE, phase: "throw", pile: [], starter: null }),
    "There is no count right now.",
  );
});

test("the turn is described with both players' cards, and the clocks if there are any", () => {
  const says = "Your turn: play a card. You hold: six of clubs and queen of diamonds. Novice holds 3 cards.";
  assert.equal(STANDING_TEXTS.turn(SCENE, WHO, [null, null]), says);
  assert.equal(STANDING_TEXTS.turn(SCENE, WHO, ["4:59", "0:42"]), `${says} Your clock: 0:42. Novice’s clock: 4:59.`);
});
