import assert from "node:assert/strict";
import { test } from "node:test";

import { describeAnswer, describeDue, describeRest, describeTask, describeWhen, lineRows } from "../texts.js";

const state = { due: 0, due_here: 0, waiting: 0, boxes: [0, 0, 0, 0, 0, 0], learnt: 0, next_on: null };
const lines = [
  { cards: ["5H"], win: 500_000 }, { cards: ["5D"], win: 500_000 }, { cards: ["9S"], win: 480_000 },
  { cards: ["AS"], win: 470_000 }, { cards: ["KD"], win: 460_000 },
];

test("a task is worded as at the table", () => {
  assert.equal(describeTask({ phase: "throw", dealer: 1 }, 1), "Which two do you discard to your crib?");
  assert.equal(describeTask({ phase: "throw", dealer: 0 }, 1), "Which two do you discard to their crib?");
  assert.equal(describeTask({ phase: "play", dealer: 0, count: 0 }, 1), "Which card do you lead?");
  assert.equal(describeTask({ phase: "play", dealer: 0, count: 12 }, 1), "The count is 12. Which card do you play?");
});

test("an answer is described with its cost", () => {
  assert.equal(describeAnswer({ right: true, lost: 0 }), "No other choice wins more often.");
  assert.equal(
    describeAnswer({ right: true, lost: 3_000 }),
    "It wins 0.3% fewer games than the best: as good as that.",
  );
  assert.equal(describeAnswer({ right: false, lost: 31_000 }), "It wins 3.1% fewer games than the best.");
});

test("an exercise says when it comes again, or that it does not", () => {
  assert.match(describeWhen({ due_on: "2026-11-27" }), /27/);
  assert.equal(describeWhen({ due_on: null }), "You have learnt it: it won’t come again.");
});

test("an empty table explains why it is empty", () => {
  const says = (changes, isChosen = false) => describeRest({ ...state, ...changes }, isChosen).says;
  assert.equal(says({}), "You have no mistakes to train.");
  assert.equal(says({ waiting: 2 }), "Your mistakes are being reviewed again.");
  assert.equal(says({ due: 3 }, true), "No exercise of this kind is due today.");
  assert.equal(says({ boxes: [0, 1, 0, 0, 0, 0], next_on: "2026-11-27" }), "No exercise is due today.");
  assert.equal(says({ learnt: 4 }), "No exercise is due.");
});

test("the number of due exercises is described", () => {
  assert.equal(describeDue({ due: 1, waiting: 0 }), "1 exercise is due.");
  assert.equal(describeDue({ due: 2, waiting: 3 }), "2 exercises are due. 3 more are being reviewed again.");
});

test("the rows are the best few, and always the answer and the original move", () => {
  const rows = lineRows(lines, ["AS"], ["KD"], 2);
  assert.deepEqual(rows.map(({ name }) => name), ["5♥", "5♦", "A♠", "K♦"]);
  assert.deepEqual(rows.map(({ isRight }) => isRight), [true, true, false, false]);
  assert.deepEqual(rows.map(({ behind }) => behind), ["", "", "−3.0%", "−4.0%"]);
  assert.deepEqual(rows.map(({ isMine, wasMade }) => [isMine, wasMade]).slice(2), [[true, false], [false, true]]);
});
