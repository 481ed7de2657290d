import assert from "node:assert/strict";
import { test } from "node:test";
import { buildFacts, describeMargin, pointSources } from "../game-facts.js";

const ME = { you: 0, names: ["Ada", "Bert"] };
const WATCHER = { you: null, names: ["Ada", "Bert"] };
const over = (more) => ({ winner: 0, value: 1, scores: [121, 97], target: 121, ended: "played", ...more });
const seat = (best_hand) => ({ pegging: 20, hands: 70, cribs: 27, other: 4, best_hand });
const told = (meaning, who = ME) =>
  buildFacts(meaning, who).map(({ label, figure, more }) => [label, figure, more].filter(Boolean).join(" "));
const mine = (run, met = { won: 4, lost: 2 }) => (
  { by_seat: [], mine: { run: { longest: 0, ended: 0, ...run }, met } }
);

test("a margin is described for the winner, the loser and a watcher", () => {
  assert.equal(describeMargin(over(), ME), "Won by 24 points.");
  assert.equal(describeMargin(over({ winner: 1, scores: [120, 121] }), ME), "You were 1 point short.");
  assert.equal(describeMargin(over({ winner: 1, scores: [97, 121] }), WATCHER), "Won by 24 points.");
});

test("a skunk names the missed line and its value", () => {
  assert.equal(
    describeMargin(over({ value: 2, scores: [121, 90] }), ME),
    "Bert stayed under 91. Skunks don’t earn extra points.",
  );
  assert.equal(
    describeMargin(over({ value: 4, winner: 1, scores: [60, 121] }), ME),
    "You stayed under 61. Skunks don’t earn extra points.",
  );
  assert.equal(
    describeMargin(over({ value: 2, target: 61, scores: [61, 30] }), WATCHER),
    "Bert stayed under 31. Skunks don’t earn extra points.",
  );
});

test("a skunk in an event that pays for it says so", () => {
  assert.equal(
    describeMargin(over({ value: 2, scores: [121, 90] }), ME, true),
    "Bert stayed under 91. In this event a skunk brings 3 points.",
  );
  assert.equal(describeMargin(over({ ended: "flag", value: 4 }), ME, true), "In this event a skunk brings 3 points.");
  assert.equal(describeMargin(over(), ME, true), "Won by 24 points.");
});

test("a game that was not played out has no margin", () => {
  assert.equal(describeMargin(over({ ended: "resigned", scores: [5, 9] }), ME), "");
  assert.equal(describeMargin(over({ ended: "flag", value: 2 }), ME), "Skunks don’t earn extra points.");
  assert.equal(describeMargin(over({ winner: null, ended: "void" }), ME), "");
});

test("a winning streak is mentioned while it lasts and when it ends", () => {
  assert.equal(told(mine({ now: 3, longest: 3 }))[0], "Wins in a row 3 your longest so far");
  assert.equal(told(mine({ now: 1, longest: 5 }))[0], "Wins in a row 1 5 at best");
  assert.equal(told(mine({ now: 0, longest: 5, ended: 4 }))[0], "Run ended 4 wins in a row");
  assert.deepEqual(told(mine({ now: 0, ended: 1 })), ["Head to head 4–2 against Bert"]);
});

test("the best hand has a name, or two", () => {
  const best = (...hands) => told({ by_seat: hands.map(seat), mine: null }, ME);
  assert.deepEqual(best(16, 12), ["Best hand 16 yours"]);
  assert.deepEqual(best(12, 24), ["Best hand 24 Bert"]);
  assert.deepEqual(best(12, 12), ["Best hand 12 both"]);
  assert.deepEqual(best(0, 0), []);
});

test("the sources of points start with my side", () => {
  const { rows } = pointSources({ by_seat: [seat(12), { ...seat(8), pegging: 31 }] }, { ...ME, you: 1 });
  assert.deepEqual(rows, [
    { name: "You", figures: ["31", "70", "27", "4"] },
    { name: "Ada", figures: ["20", "70", "27", "4"] },
  ]);
});
