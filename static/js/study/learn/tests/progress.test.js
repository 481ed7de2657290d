import assert from "node:assert/strict";
import { test } from "node:test";

import { nextDifficulty, restoreDifficulty } from "../grading.js";
import { Progress } from "../progress.js";

function browser(kept = null) {
  return { getItem: () => kept, setItem: (_key, text) => (kept = text) };
}

test("a returning learner continues where they were", () => {
  const storage = browser();
  const progress = new Progress(storage);
  progress.at = "runs";
  progress.done.add("race");
  progress.rounds.runs = 2;
  progress.keep();
  const { at, done, rounds } = new Progress(storage);
  assert.deepEqual({ at, done: [...done], rounds }, { at: "runs", done: ["race"], rounds: { runs: 2 } });
});

test("invalid data and missing storage start from the beginning", () => {
  const refusing = { getItem: () => { throw new Error("no"); }, setItem: () => { throw new Error("no"); } };
  for (const storage of [browser("{"), browser("7"), browser("null"), browser('{"at": 3, "done": 4}'), refusing]) {
    const progress = new Progress(storage);
    progress.keep();
    assert.deepEqual([progress.at, progress.done.size], ["", 0]);
  }
});

const after = (...right) => right.reduce(nextDifficulty, restoreDifficulty(undefined, 4));

test("two right in a row are followed by a harder hand, two wrong by an easier one", () => {
  assert.equal(after(true).grade, 0);
  assert.deepEqual(after(true, true), { grade: 1, next: [2, 0, 0, 0], row: 0, right: 2, counted: 2 });
  assert.equal(after(true, true, false).grade, 1);
  assert.equal(after(true, true, false, false).grade, 0);
  assert.equal(after(...Array(20).fill(true)).grade, 3);
  assert.equal(after(false, false, false).grade, 0);
});

test("stored progress of grades that no longer exist is dropped", () => {
  assert.equal(restoreDifficulty({ grade: 1, next: [1, 1] }, 4).grade, 0);
  const kept = after(true, true, true);
  assert.equal(restoreDifficulty(kept, 4), kept);
});
