import assert from "node:assert/strict";
import { test } from "node:test";
import { describeHint } from "../hint-texts.js";

const THROWS = [
  { thrown: ["9H", "KC"], kept: ["5H", "5S", "JD", "QC"], hand: 12.54, spread: 3.1, low: 8, high: 21, crib: 4.18, pegging: -0.62, points: 16.1, win: 0.6187 },
  { thrown: ["9S", "KC"], kept: ["5H", "5S", "JD", "QC"], hand: 12.54, spread: 3.1, low: 8, high: 21, crib: 4.18, pegging: -0.62, points: 16.1, win: 0.6187 },
  { thrown: ["5H", "KC"], kept: ["9H", "5S", "JD", "QC"], hand: 6, spread: 2, low: 2, high: 12, crib: 6, pegging: 0, points: 12, win: 0.6 },
];

test("a throw is told part by part, the crib as it counts for whose it is", () => {
  const mine = describeHint(THROWS, true);
  assert.equal(mine.does, "Throw 9♥ K♣.");
  assert.equal(mine.why, "On average hand 12.5, your crib +4.2, pegging −0.6. It wins 61.9% of the games.");
  assert.match(describeHint(THROWS, false).why, /their crib −4\.2,/);
});

test("what comes next is told with how far it is behind", () => {
  assert.deepEqual(describeHint(THROWS, true).others, [{ cards: "9♠ K♣", behind: "just as good" }, { cards: "5♥ K♣", behind: "−1.87%" }]);
});

test("a card is told with what it pegs at once", () => {
  const cards = [{ card: "5H", now: 2, pegging: 1.26, win: 0.5 }, { card: "TD", now: 0, pegging: -0.04, win: 0.49 }];
  const { does, why } = describeHint(cards, true);
  assert.equal(does, "Play 5♥.");
  assert.equal(why, "It brings two points at once, and +1.3 by the end of the play, on average. It wins 50.0% of the games.");
  assert.equal(describeHint([cards[1]], true).why, "It brings 0.0 by the end of the play, on average. It wins 49.0% of the games.");
});
