import assert from "node:assert/strict";
import { test } from "node:test";
import { cardName, cardSign } from "../card-names.js";
import { numberInWords } from "../../words/number-words.js";

test("cards have names and signs", () => {
  assert.deepEqual(["5H", "TD", "AS"].map(cardName), ["five of hearts", "ten of diamonds", "ace of spades"]);
  assert.deepEqual(["5H", "TD"].map(cardSign), ["5♥", "10♦"]);
});

test("a count is written in words", () => {
  assert.deepEqual([0, 15, 20, 31].map(numberInWords), ["zero", "fifteen", "twenty", "thirty-one"]);
});
