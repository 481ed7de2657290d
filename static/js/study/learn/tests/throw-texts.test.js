import assert from "node:assert/strict";
import { test } from "node:test";

import { describeThrow, formatLine } from "../throw-texts.js";

const BEST = { thrown: ["AS", "JC"], hand: 16, crib: 3.32, pegging: 2.1, points: 21.42 };
const OTHER = { thrown: ["5H", "5S"], hand: 4.5, crib: 8.6, pegging: 1, points: 14.1 };
const lines = [BEST, OTHER];

test("the best throw is praised", () => {
  assert.deepEqual(
    describeThrow({ dealer: true, lines }, ["JC", "AS"]),
    { isBest: true, says: "The best throw there is." },
  );
});

test("another is told what it costs, and where", () => {
  const { isBest, says } = describeThrow({ dealer: true, lines }, ["5H", "5S"]);
  assert.equal(isBest, false);
  assert.equal(
    says,
    "A♠ J♣ would be 7.3 points better. You keep a hand worth 11.5 less. The play brings you 1.1 less.",
  );
});

test("what goes together is a gift to their crib", () => {
  const { says } = describeThrow({ dealer: false, lines }, ["5H", "5S"]);
  assert.match(says, /You give their crib 5\.3 more\..*A pair is a gift to their crib\./);
});

test("their crib is taken off", () => {
  assert.deepEqual(
    formatLine(OTHER, false),
    { thrown: "5♥ 5♠", hand: "4.5", crib: "−8.6", pegging: "+1.0", points: "14.1" },
  );
  assert.equal(formatLine({ ...OTHER, points: -0.3 }, false).points, "−0.3");
});
