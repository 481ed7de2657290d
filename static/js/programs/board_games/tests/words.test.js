/** The words that taps on the pad add to the text of a game. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  addWord, cardsAwaited, countWords, dealWord, dropWord, goWord, headOf, isCountDue, wordFor,
} from "../words.js";

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

const SHOW = [
  { seat: 0, what: "hand", points: 12 },
  { seat: 1, what: "hand", points: 20 },
  { seat: 1, what: "crib", points: null },
];

test("counts that have an unknown card are written, and errors after them", () => {
  const now = { awaits: "counts", counts: SHOW };
  assert.deepEqual(countWords(now, [12, 20, 8]), ["a=12", "b=20", "b=8"]);
  assert.deepEqual(countWords(now, [10, 22, 8]), ["a=12", "b=20", "b=8", "a<2", "b#2"]);
  assert.ok(isCountDue(now));
});

test("where the cards tell the points, only errors are written", () => {
  const now = { awaits: "deal", counts: [{ seat: 1, what: "pegging", points: 2 }, ...SHOW.slice(0, 2)] };
  assert.deepEqual(countWords(now, [2, 12, 20]), []);
  assert.deepEqual(countWords(now, [0, 12, 24]), ["b<2", "b#4"]);
  assert.equal(isCountDue(now), false);
});

test("a claim is written as it was said, and a call as what was taken", () => {
  assert.deepEqual(countWords({ awaits: "count", counts: SHOW.slice(0, 1) }, [10]), ["a=10"]);
  const call = { awaits: "call", counts: [{ seat: 1, what: "muggins", points: 2 }] };
  assert.deepEqual([countWords(call, [2]), countWords(call, [0])], [["b+2"], ["b-pass"]]);
});

test("names are quoted", () => {
  const head = headOf({ a: 'Bo "x\\', b: " ", target: "61", counting: "muggins", dealer: "b" });
  assert.equal(head, '[A "Bo \\"x\\\\"]\n[B "B"]\n[Rules "61 muggins first=b"]\n\n#1');
});
