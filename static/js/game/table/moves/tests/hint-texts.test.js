import assert from "node:assert/strict";
import { test } from "node:test";
import { describeHint } from "../hint-texts.js";

const MINE = {
  you: 0,
  dealer: 0,
  hand: [],
  pile: [],
  played: [],
  starter: null,
  ownThrow: [],
  scores: [40, 50],
  target: 121,
};
const THEIRS = { ...MINE, dealer: 1 };

const THROWS = [
  {
    thrown: ["9H", "KC"],
    kept: ["5H", "5S", "JD", "QC"],
    hand: 12.54,
    spread: 3.1,
    low: 10,
    high: 21,
    crib: 4.38,
    pegging: -0.62,
    points: 16.3,
    win: 0.6187,
  },
  {
    thrown: ["9S", "KC"],
    kept: ["5H", "5S", "JD", "QC"],
    hand: 12.54,
    spread: 3.1,
    low: 10,
    high: 21,
    crib: 4.38,
    pegging: -0.62,
    points: 16.3,
    win: 0.6187,
  },
  {
    thrown: ["5H", "KC"],
    kept: ["9H", "5S", "JD", "QC"],
    hand: 6,
    spread: 2,
    low: 4,
    high: 12,
    crib: 6,
    pegging: 0,
    points: 12,
    win: 0.6,
  },
];

const withoutJoiners = (says) => says.replaceAll("\u2060", "");

test("a discard is explained by the kept cards, the crib, and how much worse the next best is", () => {
  const { does, why, next, figures } = describeHint(THROWS, MINE);
  assert.equal(does, "Discard 9♥ K♣.");
  assert.match(withoutJoiners(why), /^Keep 5-5-J-Q: ten now\. /);
  assert.match(withoutJoiners(why), / 9-K brings your crib little: they don’t work together\.$/);
  assert.equal(next, "Next best, 5♥ K♣: the hand is worth about 7 points less.");
  assert.equal(figures, "On average hand 12.5, your crib +4.4, pegging −0.6. It wins 61.9% of the games.");
  assert.match(describeHint(THROWS, THEIRS).figures, /their crib −4\.4,/);
});

test("the next best is described by how much worse it is", () => {
  assert.deepEqual(
    describeHint(THROWS, MINE).others,
    [{ cards: "9♠ K♣", behind: "just as good" }, { cards: "5♥ K♣", behind: "−1.87%" }],
  );
});

test("a card is explained by its points, or by the points that it denies the other side", () => {
  const scene = {
    ...MINE,
    hand: ["5H", "6D"],
    pile: ["JC"],
    played: [[1, "JC"]],
    starter: "2C",
    ownThrow: ["KD", "QD"],
  };
  const five = { card: "5H", now: 2, pegging: 1.26, win: 0.5 };
  const six = { card: "6D", now: 0, pegging: -0.04, win: 0.49 };
  const { does, why, next, figures } = describeHint([five, six], scene);
  assert.deepEqual([does, why, next], ["Play 5♥.", "It scores now: fifteen for two.", ""]);
  assert.equal(figures, "It brings +1.3 by the end of the play, on average. It wins 50.0% of the games.");
});
