import assert from "node:assert/strict";
import { test } from "node:test";
import { scoringCards } from "../pegging.js";

const lit = (pile, kind = "play") => scoringCards(pile.split(" "), kind).join(" ");

test("fifteen and thirty-one are made by all cards of the count", () => {
  assert.equal(lit("5H KD"), "5H KD");
  assert.equal(lit("KD QS 9C 2H"), "KD QS 9C 2H");
});

test("a pair, three and four alike are made by the last cards", () => {
  assert.equal(lit("KD 2H 2C"), "2H 2C");
  assert.equal(lit("4D 3H 3C 3S 3D"), "3H 3C 3S 3D");
});

test("a run is the longest one the last cards make, in any order", () => {
  assert.equal(lit("KD 4H 2C 3S"), "4H 2C 3S");
  assert.equal(lit("2C 5H 3S 4D"), "2C 5H 3S 4D");
  assert.equal(lit("AC 3S 2D 4H 4S"), "4H 4S");
});

test("a fifteen that is also a run or ends on a pair highlights all its cards", () => {
  assert.equal(lit("4D 5H 6S"), "4D 5H 6S");
  assert.equal(lit("9C 3H 3D"), "9C 3H 3D");
});

test("a go and the last card are credited to the card that was played last", () => {
  assert.equal(lit("KD QS 9C", "go"), "9C");
  assert.equal(lit("7D", "last"), "7D");
});

test("points that are not for the pile highlight none of it", () => {
  for (const kind of ["nibs", "hand", null]) assert.equal(lit("5H KD", kind), "");
});
