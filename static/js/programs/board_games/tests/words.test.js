/** The words that taps on the pad add to the text of a game. */

import assert from "node:assert/strict";
import test from "node:test";
import { addWord, cardsAwaited, dealWord, dropWord, goWord, headOf, wordFor } from "../words.js";

const THROW = { awaits: "throw", seats: [1], starter: true, deals: 1, deal: 1 };

test("the starter takes one card, a discard two, and a play one", () => {
  assert.equal(cardsAwaited({ ...THROW, starter: false }), 1);
  assert.equal(wordFor({ ...THROW, starter: false }, ["5S"]), "up:5S");
  assert.equal(cardsAwaited(THROW), 2);
  assert.equal(wordFor(THROW, ["5S", "x"]), "b5Sx");
  const play = { ...THROW, awaits: "play", seats: [0] };
  assert.equal(cardsAwaited(play), 1);
  assert.equal(wordFor(play, ["TD"]), "aTD");
  assert.equal(goWord(play), "a-go");
  assert.equal(cardsAwaited({ ...play, awaits: "deal" }), 0);
  assert.equal(dealWord(play), "#2");
});

test("a deal begins a line", () => {
  assert.equal(addWord("#1 a5H", "b5D"), "#1 a5H b5D");
  assert.equal(addWord("#1 a5H\n", "#2"), "#1 a5H\n#2");
  assert.equal(addWord("", "#1"), "#1");
});

test("undo takes one word back, and nothing that was typed in brackets", () => {
  assert.equal(dropWord("#1 a5H b5D "), "#1 a5H");
  assert.equal(dropWord("#1"), "");
  assert.equal(dropWord("#1 a5H {a comment}"), "#1 a5H {a comment}");
});

test("names are quoted", () => {
  const head = headOf({ a: 'Bo "x\\', b: " ", target: "61", dealer: "b" });
  assert.equal(head, '[A "Bo \\"x\\\\"]\n[B "B"]\n[Rules "61 auto first=b"]\n\n#1');
});
