import assert from "node:assert/strict";
import { test } from "node:test";

import { describeThrow, formatLine } from "../throw-texts.js";

const BEST = { thrown: ["AS", "JC"], hand: 16, crib: 3.32, pegging: 2.1, points: 21.42 };
const OTHER = { thrown: ["5H", "5S"], hand: 4.5, crib: 8.6, pegging: 1, points: 14.1 };
const lines = [BEST, OTHER];

test("the best discard is praised", () => {
  assert.deepEqual(
    describeThrow({ dealer: true, lines }, ["JC", "AS"]),
    { isBest: true, says: "The best discard." },
  );
});

test("another discard is described with its cost, and the part that lost it", () => {
  const { isBest, says } = describeThrow({ dealer: true, lines }, ["5H", "5S"]);
  assert.equal(isBest, false);
  assert.equal(
    says,
    "A♠ J♣ would be 7.3 points better. You keep a hand worth 11.5 less. The play brings you 1.1 less.",
  );
});

test("cards that go together are a gift to the opponent's crib", () => {
  const { says } = describeThrow({ dealer: false, lines }, ["5H", "5S"]);
  assert.match(says, /You give their crib 5\.3 more\..*A pair is a gift to their crib\./);
});

test("the opponent's crib is subtracted", () => {
  assert.deepEqual(
    formatLine(OTHER, false),
    { thrown: "5♥ 5♠", hand: "4.5", crib: "−8.6", pegging: "+1.0", points: "14.1" },
  );
  assert.equal(formatLine({ ...OTHER, points: -0.3 }, false).points, "−0.3");
});
