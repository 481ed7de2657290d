import assert from "node:assert/strict";
import { test } from "node:test";
import { describeHint } from "../hint-texts.js";

const THROWS = [
  { thrown: ["9H", "KC"], kept: ["5H", "5S", "JD", "QC"], hand: 12.54, spread: 3.1, low: 8, high: 21, crib: 4.18, pegging: -0.62, points: 16.1, win: 0.6187 },
  { thrown: ["9S", "KC"], kept: ["5H", "5S", "JD", "QC"], hand: 12.54, spread: 3.1, low: 8, high: 21, crib: 4.18, pegging: -0.62, points: 16.1, win: 0.6187 },
  { thrown: ["5H", "KC"], kept: ["9H", "5S", "JD", "QC"], hand: 6, spread: 2, low: 2, high: 12, crib: 6, pegging: 0, points: 12, win: 0.6 },
];
const MINE = { isMyCrib: true, pile: [] };
const THEIRS = { isMyCrib: false, pile: [] };

test("a throw is explained by the hand that is kept and by the crib, before any figures", () => {
  const { does, why, figures } = describeHint(THROWS, MINE);
  assert.equal(does, "Throw 9♥ K♣.");
  assert.equal(
    why,
    "Your hand: fifteen two, fifteen four, fifteen six, fifteen eight, and a pair is ten, on average 12.5 with the starter. " +
      "Your crib: 4.2 on average.",
  );
  assert.equal(figures, "On average hand 12.5, your crib +4.2, pegging −0.6. It wins 61.9% of the games.");
  assert.match(describeHint(THROWS, THEIRS).figures, /their crib −4\.2,/);
});

test("four cards that count nothing yet are not praised", () => {
  const nothing = { ...THROWS[0], kept: ["2H", "4S", "7D", "KC"], hand: 3.4 };
  assert.match(describeHint([nothing], MINE).why, /^Your hand: nothing yet, on average 3\.4 with the starter\./);
});

test("a better hand is given up for the crib only where the figures say so", () => {
  const better = { ...THROWS[2], hand: 13.2, crib: 3.1 };
  assert.match(describeHint([THROWS[0], better], MINE).why, / A better hand would leave less in your crib\.$/);
  assert.doesNotMatch(describeHint([THROWS[0], better], THEIRS).why, /A better hand/);
  assert.match(describeHint([THROWS[0], { ...better, crib: 6 }], THEIRS).why, / A better hand would give more to their crib\.$/);
});

test("what comes next is told with how far it is behind", () => {
  assert.deepEqual(describeHint(THROWS, MINE).others, [{ cards: "9♠ K♣", behind: "just as good" }, { cards: "5♥ K♣", behind: "−1.87%" }]);
});

const CARDS = [{ card: "5H", now: 2, pegging: 1.26, win: 0.5 }, { card: "TD", now: 0, pegging: -0.04, win: 0.49 }];

test("a card that scores is told with what it makes", () => {
  const { does, why, figures } = describeHint(CARDS, { isMyCrib: true, pile: ["JC"] });
  assert.equal(does, "Play 5♥.");
  assert.equal(why, "It scores now: fifteen for two.");
  assert.equal(figures, "It brings +1.3 by the end of the play, on average. It wins 50.0% of the games.");
});

test("a card that scores nothing is told by what the others would", () => {
  const [five, ten] = CARDS;
  assert.equal(describeHint([ten, five], MINE).why, "Another card scores now, but this one wins more often in the end.");
  assert.equal(describeHint([ten, { ...ten, card: "KD" }], MINE).why, "No card scores now. This one does best in the rest of the play.");
});
