import assert from "node:assert/strict";
import { test } from "node:test";

import { score, scoreFour } from "../scoring.js";

const hand = (text, starter, crib = false) => ({ cards: text.split(" "), starter, crib });
const kinds = (...of) => score(hand(...of)).parts.map(({ kind, points }) => `${kind} ${points}`);

test("the best possible hand counts twenty-nine", () => {
  assert.equal(score(hand("5H 5S 5D JC", "5C")).total, 29);
});

test("a double run is counted twice, with its pair", () => {
  assert.deepEqual(kinds("3H 4D 4S 5C", "KH"), ["fifteen 2", "run 3", "run 3", "pair 2"]);
});

test("a run of five does not count as two of four", () => {
  assert.deepEqual(kinds("9H TD JS QC", "KH"), ["run 5"]);
});

test("queen, king, ace is no run", () => {
  assert.deepEqual(kinds("QH KD AS 8C", "6D"), ["fifteen 2"]);
});

test("a flush is four in the hand, five with the starter, and in the crib five or nothing", () => {
  assert.deepEqual(kinds("2H 4H 6H QH", "8D"), ["flush 4"]);
  assert.deepEqual(kinds("2H 4H 6H QH", "8H"), ["flush 5"]);
  assert.deepEqual(kinds("2H 4H 6H QH", "8D", true), []);
  assert.deepEqual(kinds("2H 4H 6H QH", "8H", true), ["flush 5"]);
});

test("his nobs is in the hand, never the starter", () => {
  assert.deepEqual(kinds("JH 2D 3S 8C", "6H").slice(-1), ["nobs 1"]);
  assert.ok(!kinds("6H 2D 3S 8C", "JH").includes("nobs 1"));
});

test("four cards are counted without the starter before it is turned", () => {
  assert.deepEqual(
    scoreFour("7H 8H 8D 9C".split(" ")).map(({ kind, points }) => `${kind} ${points}`),
    ["fifteen 2", "fifteen 2", "run 3", "run 3", "pair 2"],
  );
  assert.deepEqual(scoreFour("2H 6H TH QH".split(" ")).map(({ kind }) => kind), ["flush"]);
});
