import assert from "node:assert/strict";
import { test } from "node:test";
import { describeBest, describeTally, describeThrow, sortLines } from "../lines.js";
import { Practice } from "../practice.js";

const line = (thrown, win, points, more = {}) => (
  { thrown, kept: [], hand: 8, spread: 2, low: 2, high: 14, crib: 4, pegging: 0, win, points, ...more }
);
const LINES = [
  line(["9H", "KC"], 0.55, 9),
  line(["9H", "QS"], 0.54, 9.5, { crib: 3 }),
  line(["5H", "KC"], 0.5, 6, { crib: 7 }),
];

test("the best discard is described with its winning chance", () => {
  assert.equal(describeBest(LINES[0]), "Best: discard 9♥ K♣ and win 55.0% of games.");
});

test("a discard is judged by its rank and its cost, in either order of its cards", () => {
  assert.equal(describeThrow(LINES, ["KC", "9H"]), "The best discard: it wins 55.0% of games.");
  assert.equal(
    describeThrow(LINES, ["KC", "5H"]),
    "Third of fifteen: it wins 5.00% fewer games and is −3.00 points. The best is 9♥ K♣.",
  );
});

test("a discard may bring more points and win fewer games", () => {
  assert.equal(
    describeThrow(LINES, ["9H", "QS"]),
    "Second best of fifteen: it wins 1.00% fewer games, though it’s +0.50 points. The best is 9♥ K♣.",
  );
});

test("the most valuable crib comes first if it is mine, the cheapest if it is theirs", () => {
  const cribs = (dealer, up) => sortLines(LINES, { by: "crib", up }, dealer).map(({ crib }) => crib);
  assert.deepEqual(cribs(true, false), [7, 4, 3]);
  assert.deepEqual(cribs(false, false), [3, 4, 7]);
  assert.deepEqual(cribs(true, true), [3, 4, 7]);
});

test("in practice the third selected card replaces the first, and a second tap deselects one", () => {
  const practice = new Practice();
  practice.begin();
  for (const card of ["9H", "QS", "KC"]) practice.toggle(card);
  assert.deepEqual(practice.chosen, ["QS", "KC"]);
  practice.toggle("KC");
  assert.deepEqual(practice.chosen, ["QS"]);
});

test("practice sums up the discards", () => {
  const practice = new Practice();
  for (const thrown of [["9H", "KC"], ["5H", "KC"]]) {
    practice.begin();
    thrown.forEach((card) => practice.toggle(card));
    practice.throw(LINES);
    assert.equal(practice.stage, "thrown");
  }
  assert.equal(
    describeTally(practice.sums),
    "So far: the best discard in 1 of 2 deals. Your discards lost 2.50% of games on average.",
  );
  assert.equal(describeTally(new Practice().sums), "");
});
