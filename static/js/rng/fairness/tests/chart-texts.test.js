import assert from "node:assert/strict";
import { test } from "node:test";

import {
  describeBand,
  describeMarkerTest,
  describeStatistic,
  describeSurprise,
  formatP,
  timesInHundred,
} from "../chart-texts.js";

const ROW = { x: 0, expected: 25.5, low: 20, high: 30 };

test("probabilities are readable, and never rounded to a certainty", () => {
  assert.deepEqual([0.37, 0.004, 0.00001].map(formatP), ["0.37", "0.0040", "less than 0.0001"]);
  assert.deepEqual([1, 0.53, 0].map(timesInHundred), ["more than 99", "53", "less than 1"]);
});

test("a rarer result gets a stronger text", () => {
  assert.match(describeSurprise(0.37), /37 times in 100: nothing unusual/);
  assert.match(describeSurprise(0.02), /2 times in 100\. Among all the pictures/);
  assert.match(describeSurprise(0.0001), /very rare/);
});

test("a marker names the strength of its evidence, or that there is none", () => {
  const found = { decks: 3000, chi2: 51.2, p: 0.46, power: 0.53, isEnough: true };
  assert.match(describeMarkerTest(found, { kind: "card", of: 3 }), /χ² is 51\.2 .* p = 0\.46.* in 53 of 100 tries/);
  assert.match(describeMarkerTest({ ...found, power: 0.05 }, { kind: "card", of: 0 }), /almost nothing/);
  assert.match(
    describeMarkerTest({ ...found, isEnough: false, decks: 12 }, { kind: "card", of: 0 }),
    /^12 decks are too few/,
  );
});

test("points outside their band are counted", () => {
  assert.match(describeBand([{ ...ROW, found: 25 }], 1), /^1 deck, .* No point is outside/);
  assert.match(describeBand([{ ...ROW, found: 31 }], 5), /1 point is outside/);
  const two = [{ ...ROW, found: 31 }, { ...ROW, found: 19 }];
  assert.match(describeBand(two, 3000), /^3,000 decks, .* 2 points are outside/);
});

test(
  "too few decks are not tested",
  () => assert.match(describeStatistic(1, 700, 663, null), /over 1 deck is 700\.00; .* Too few/),
);
