import assert from "node:assert/strict";
import { test } from "node:test";
import { countMoves, linesOf, pastSteps, sceneAfter } from "../history.js";

const WHO = { you: 0, names: ["Ada", "Bert"] };
const RULES = { target: 121, counting: "auto" };
const counted = (seat, what, points) => (
  {
    e: "counted",
    seat,
    what,
    cards: ["2H", "4H", "6H", "8H"],
    starter: "9S",
    points,
    parts: [{ kind: "fifteen", cards: ["6H", "9S"], points }],
    says: "",
  }
);

// The cut, a first deal whose play is shortened here, its show, and a second deal in which the opponent has discarded.
const EVENTS = [
  { e: "cut_for_deal", cards: ["2H", "KD"], dealer: 0 },
  { e: "dealt", number: 1, dealer: 0 },
  { e: "thrown", seat: 1 },
  { e: "thrown", seat: 0 },
  { e: "starter", card: "9S" },
  { e: "played", seat: 1, card: "7C", count: 7 },
  { e: "played", seat: 0, card: "8H", count: 15 },
  {
    e: "pegged",
    seat: 0,
    points: 2,
    score: 2,
    kind: "play",
    says: "fifteen for two",
    parts: [{ kind: "count", cards: ["7C", "8H"] }],
  },
  counted(1, "hand", 2),
  { e: "pegged", seat: 1, points: 2, score: 2, kind: "hand", says: "two", parts: [] },
  { e: "dealt", number: 2, dealer: 1 },
  { e: "thrown", seat: 1 },
];
const VIEW = { ...RULES, deal: 2, hand: ["AS", "2S", "3S", "4S", "5S", "6S"], throw: [] };
const STEPS = pastSteps(EVENTS, 0, VIEW, 0);

test("no event contains a hand: mine follows from my plays, my discards and my cards", () => {
  assert.deepEqual([STEPS[1].view.hand, STEPS.at(-1).view.hand], [["8H"], VIEW.hand]);
  const thrown = { ...VIEW, hand: ["AS", "2S", "3S", "4S"], throw: ["5S", "6S"] };
  const [dealt, mine] = pastSteps([EVENTS[10], { e: "thrown", seat: 0 }], 1, thrown, 0);
  assert.deepEqual([dealt.view.hand, mine.view.hand], [["AS", "2S", "3S", "4S", "5S", "6S"], thrown.hand]);
});

test("the scene after some events is the table at that time", () => {
  const played = sceneAfter(STEPS.slice(0, 6), VIEW, 0);
  assert.deepEqual(
    [played.phase, played.deal, played.hand, played.pile, played.starter],
    ["play", 1, ["8H"], ["7C"], "9S"],
  );
  const shown = sceneAfter(STEPS.slice(0, 10), VIEW, 0);
  assert.deepEqual([shown.showing.points, shown.scores, shown.pegs], [2, [2, 2], [[2, 0], [2, 0]]]);
});

test("the log repeats its lines in order", () => {
  const says = linesOf(STEPS, VIEW, WHO).map((line) => line.says);
  assert.deepEqual(says.slice(0, 4), [
    "Cut for deal: you the two of hearts, Bert the king of diamonds. You deal first.",
    "Deal 1: your crib.",
    "Bert discards to the crib.",
    "You discard to the crib.",
  ]);
  assert.deepEqual(says.slice(6, 10), [
    "You play the eight of hearts, fifteen for two.",
    "You 2.",
    "Bert’s hand, two of hearts, four of hearts, six of hearts, eight of hearts and nine of spades: fifteen two.",
    "Bert 2.",
  ]);
});

test("only a seat's actions count as moves, not their consequences", () => {
  assert.deepEqual([countMoves(EVENTS, 0), countMoves(EVENTS, 1)], [2, 3]);
});
