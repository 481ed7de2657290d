import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOwners, describeCompared, describePlace } from "../deck-marks.js";

const deck = ["5H", "KD", "AS", "5C", "TD", "2C", "3C", "4C", "6C", "7C", "8C", "9C", "JH", "QH"];
const hands = [["5H", "AS", "TD", "3C", "6C", "8C"], ["KD", "5C", "2C", "4C", "7C", "9C"]];
const WHO = { you: 1, names: ["Novice", "Ann"] };

test("every card of a deal belongs to a player, is the starter, or is undealt", () => {
  const found = cardOwners({ deal: 1, seen: { you: 1 }, deck, hands, starter: "JH" });
  assert.deepEqual(found.slice(0, 2), ["theirs", "mine"]);
  assert.deepEqual(found.slice(11), ["mine", "starter", ""]);
});

test("of the cut only the turned cards belong to a player", () => {
  assert.deepEqual(
    cardOwners({ deal: 0, seen: { you: 0, cut: [["5H", "KD"]] }, deck, hands: null, starter: null }).slice(0, 3),
    ["mine", "theirs", ""],
  );
});

test("a place names the owner of its card", () => {
  assert.equal(describePlace(0, "5H", "theirs", WHO, 1), "Place 1: five of hearts, dealt to Novice");
  assert.equal(describePlace(1, "KD", "mine", WHO, 1), "Place 2: king of diamonds, dealt to you");
  assert.equal(describePlace(1, "KD", "mine", { ...WHO, you: null }, 1), "Place 2: king of diamonds, dealt to Novice");
});

test("the compared parts are those that were seen", () => {
  const seen = { dealt: deck.slice(0, 6), starter: "JH", played: [[0, "5H"]], show: { counts: [{}, {}] } };
  assert.deepEqual(
    describeCompared({ deal: 3, seen }),
    ["your own six cards", "the starter", "1 card played", "2 hands in the show"],
  );
  assert.deepEqual(describeCompared({ deal: 3, seen: { played: [], show: { counts: [] } } }), []);
});
