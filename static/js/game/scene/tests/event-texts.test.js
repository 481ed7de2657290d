import assert from "node:assert/strict";
import { test } from "node:test";
import { describeEvent, describeOutcome } from "../event-texts.js";

const WHO = { you: 0, names: ["Ada", "Novice"] };

const SAID = [
  [
    { e: "cut_for_deal", cards: ["2H", "KD"], dealer: 0 },
    "Cut for deal: you the two of hearts, Novice the king of diamonds. You deal first.",
  ],
  [
    { e: "cut_for_deal", cards: ["2H", "2D"], dealer: null },
    "Cut for deal: you the two of hearts, Novice the two of diamonds. A tie: cut again.",
  ],
  [{ e: "dealt", number: 3, dealer: 1 }, "Deal 3: Novice’s crib."],
  [{ e: "played", seat: 1, card: "5H", count: 15 }, "Novice plays the five of hearts, fifteen for two."],
  [
    {
      e: "pegged",
      seat: 1,
      points: 2,
      score: 12,
      kind: "play",
      says: "fifteen for two",
      parts: [{ kind: "count", cards: ["TD", "5H"] }],
    },
    "Novice 12.",
  ],
  [{ e: "played", seat: 0, card: "5S", count: 20 }, "You play the five of spades, twenty."],
  [
    {
      e: "pegged",
      seat: 0,
      points: 2,
      score: 9,
      kind: "play",
      says: "a pair for two",
      parts: [{ kind: "pair", cards: ["5H", "5S"] }],
    },
    "A pair for two. You 9.",
  ],
  [
    {
      e: "pegged",
      seat: 0,
      points: 5,
      score: 14,
      kind: "play",
      says: "thirty-one for two and a run of three",
      parts: [{ kind: "count", cards: ["TD", "6H", "4S", "5D", "6C"] }, { kind: "run", cards: ["4S", "5D", "6C"] }],
    },
    "A run of three. You 14.",
  ],
  [{ e: "pegged", seat: 1, points: 1, score: 13, kind: "go", says: "one for the go" }, "One for the go. Novice 13."],
  [
    { e: "pegged", seat: 1, points: 2, score: 2, kind: "nibs", says: "two for his nibs" },
    "Two for his nibs. Novice 2.",
  ],
  [{ e: "pegged", seat: 1, points: 8, score: 10, kind: "hand", says: "eight for the hand" }, "Novice 10."],
  [
    { e: "pegged", seat: 0, points: 2, score: 10, kind: "muggins", says: "two for muggins" },
    "You take two by muggins. You 10.",
  ],
  [{ e: "go", seat: 0 }, "You say go."],
  [
    {
      e: "counted", seat: 1, what: "crib", cards: ["5C", "5H"], starter: "JD", points: 6,
      parts: [{ kind: "fifteen", points: 2 }, { kind: "fifteen", points: 2 }, { kind: "pair", points: 2 }],
    },
    "Novice’s crib, five of clubs, five of hearts and jack of diamonds: fifteen two, fifteen four, and a pair is six."],
  [
    { e: "counted", seat: 0, what: "hand", cards: ["2H"], starter: "KD", points: 0, parts: [] },
    "Your hand, two of hearts and king of diamonds: nothing.",
  ],
  [{ e: "unheard of" }, ""],
];
for (const [event, said] of SAID) {
  test(`${event.e} is described as: ${said || "nothing"}`, () => assert.equal(describeEvent(event, WHO), said));
}

test("the outcome names the winner and the reason", () => {
  assert.equal(describeOutcome({ winner: 0, value: 1, ended: "played" }, WHO), "You win.");
  assert.equal(describeOutcome({ winner: 1, value: 2, ended: "played" }, WHO), "Novice wins by a skunk.");
  assert.equal(describeOutcome({ winner: 1, value: 1, ended: "resigned" }, WHO), "Novice wins: you resigned.");
});

test("a game that ended before its cards names whose part of the shuffle was missing", () => {
  const end = { value: 1, ended: "flag", deal: 0 };
  assert.equal(
    describeOutcome({ ...end, winner: 0 }, WHO),
    "You win: Novice didn’t reveal their part of the shuffle in time.",
  );
  assert.equal(
    describeOutcome({ ...end, winner: 1 }, WHO),
    "Novice wins: you didn’t reveal your part of the shuffle in time.",
  );
  assert.equal(describeOutcome({ ...end, winner: 0, deal: 1 }, WHO), "You win on time.");
});

test("a game that was called off gives the reason", () => {
  const end = { winner: null, value: 0, ended: "void" };
  assert.match(describeOutcome({ ...end, deal: 0 }, WHO), /didn’t begin/);
  assert.match(describeOutcome({ ...end, deal: 1, thrown: [false, false] }, WHO), /before the first discard/);
  assert.match(describeOutcome({ ...end, deal: 1, thrown: [true, false] }, WHO), /server couldn’t reveal/);
});
