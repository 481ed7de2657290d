import assert from "node:assert/strict";
import { test } from "node:test";

import { dealt } from "../dealt.js";
import { partsOfKind } from "../combinations.js";
import { pipTotal } from "../../../ui/cards/card-values.js";
import { LIMIT, scorePlay } from "../../../game/engine/pegging.js";
import * as questions from "../questions.js";
import { describeClaim, describeEvent } from "../play-texts.js";
import { score } from "../../../game/engine/scoring.js";

test("every question has one right answer, and an explanation for each", () => {
  const { race, worth, flush, nobs, heels, end } = questions;
  const all = [...race(), ...worth(), ...flush(dealt.flush), ...nobs(dealt.nobs), ...heels(), ...end()];
  for (const { asks, answers } of all) {
    assert.equal(answers.filter(({ isRight }) => isRight).length, 1, asks);
    assert.ok(answers.every(({ says, why }) => says && why), asks);
  }
});

test("the right answer moves the pegs as announced", () => {
  for (const { board, pegs: [side, points], answers } of questions.race().slice(0, 1)) {
    assert.match(answers.find(({ isRight }) => isRight).says, new RegExp(String(board[side][0] + points)));
  }
});

test("every hand for a kind of combination contains one", () => {
  for (const [kind, hands] of Object.entries(dealt.find)) {
    assert.equal(hands.length, 3);
    for (const hand of hands) assert.ok(partsOfKind(kind, hand).length, kind);
  }
});

test("there are forty hands, each grade worth more than the one before", () => {
  const averages = dealt.hands.map((grade) => grade.reduce((sum, hand) => sum + score(hand).total, 0) / grade.length);
  assert.deepEqual(dealt.hands.map((grade) => grade.length), [10, 10, 10, 10]);
  assert.deepEqual(averages, [...averages].sort((a, b) => a - b));
  assert.equal(new Set(dealt.hands.flat().map((hand) => JSON.stringify(hand))).size, 40);
});

test("in every moment of the play a card scores", () => {
  for (const { pile, hand } of dealt.pegging) {
    assert.ok(hand.some((card) => pipTotal([...pile, card]) <= LIMIT && scorePlay(pile, card).length));
  }
});

test("events of the play are described", () => {
  assert.equal(describeEvent({ e: "played", seat: 0, card: "5H", count: 15 }), "You play the five of hearts: fifteen.");
  const parts = [{ kind: "count", cards: ["TH", "5H"], points: 2 }, { kind: "pair", cards: ["5D", "5H"], points: 2 }];
  assert.equal(describeEvent({ e: "pegged", seat: 1, parts }, 15), "Fifteen for two and a pair for two to Rival.");
});

test("a wrong count is explained by its difference", () => {
  assert.equal(describeClaim(8, 8), "Right: eight.");
  assert.match(describeClaim(6, 8), /you missed 2 points/);
  assert.match(describeClaim(9, 8), /1 point too many/);
});
