import assert from "node:assert/strict";
import { test } from "node:test";
import { sortCards } from "../../../ui/cards/card-values.js";
import * as model from "../scene.js";

const WHO = { you: 0, names: ["Ada", "Novice"] };

const view = (change = {}) => ({
  target: 121, counting: "auto", phase: "throw", deal: 1, dealer: 1, scores: [0, 0], cut: [["2H", "KD"]],
  hand: ["5H", "KD", "AS", "5C", "TD", "2C"], held: [6, 6], thrown: [false, false], throw: [], starter: null,
  pile: [], count: 0, played: [], turn: [0, 1], playable: [], must_go: false, show: null,
  winner: null, value: null, ended: null, ...change,
});
const playing = (change = {}) =>
  view({
    phase: "play", hand: ["5H", "KD", "AS", "5C"], held: [4, 4], thrown: [true, true], starter: "9S",
    turn: [0], playable: ["5H", "KD", "AS", "5C"], ...change,
  });
const scene = (a = view(), pegs = []) => model.buildScene(a, 0, pegs);
const walk = (from, events, after) => events.reduce((now, event) => model.applyEvent(now, event, after), from);

test("cards are held by rank, ace low, then suit", () => {
  assert.deepEqual(sortCards(["KD", "TD", "AS", "5H", "5C", "2C"]), ["AS", "2C", "5C", "5H", "TD", "KD"]);
});

test("before the first card the table is being prepared", () => {
  const now = scene(view({ phase: "cut", deal: 0, dealer: null, cut: [], hand: [], held: [0, 0], turn: [] }));
  assert.equal(now.phase, "setup");
  assert.equal(model.prompt(now, WHO), "Shuffling together…");
});

test("two cards are needed for the crib of the dealer", () => {
  assert.equal(model.prompt(scene(), WHO, 0), "Choose two cards for Novice’s crib.");
  assert.equal(model.prompt(scene(view({ dealer: 0 })), WHO, 1), "One more card for your crib.");
  assert.equal(model.whoseTurn(scene()), "both");
});

test("after the other side's discard mine is still expected", () => {
  const now = model.applyEvent(scene(), { e: "thrown", seat: 1 }, view({ thrown: [false, true], turn: [0] }));
  assert.deepEqual([now.held, model.cribSize(now), model.whoseTurn(now)], [[6, 4], 2, "you"]);
  assert.equal(now.hand.length, 6);
});

test("a played card leaves the hand for the pile, and it is nobody's turn until the view arrives", () => {
  const now = model.applyEvent(scene(playing()), { e: "played", seat: 0, card: "5H", count: 5 });
  assert.deepEqual([now.hand, now.pile, now.count, now.held], [["KD", "AS", "5C"], ["5H"], 5, [3, 4]]);
  assert.equal(model.whoseTurn(now), "none");
  const settled = model.applyView(now, playing({ hand: ["KD", "AS", "5C"], turn: [1], playable: [] }));
  assert.equal(model.whoseTurn(settled), "them");
  assert.equal(model.prompt(settled, WHO), "Waiting for Novice…");
});

test("cards of an earlier count are marked as gone", () => {
  const now = walk(scene(playing()), [
    { e: "played", seat: 0, card: "KD", count: 10 },
    { e: "new_count", seat: 1 },
    { e: "played", seat: 1, card: "3C", count: 3 },
  ]);
  assert.deepEqual(model.playedCards(now).map(({ card, gone }) => [card, gone]), [["KD", true], ["3C", false]]);
});

test("pegs leap over each other, and only at `pegged`", () => {
  const start = scene(playing({ scores: [7, 3] }), [[7, 4], [3, 1]]);
  const now = walk(start, [
    { e: "played", seat: 0, card: "5H", count: 15 },
    {
      e: "pegged",
      seat: 0,
      points: 2,
      score: 9,
      kind: "play",
      says: "fifteen for two",
      parts: [{ kind: "count", cards: ["TC", "5H"] }],
    },
  ]);
  assert.deepEqual(now.pegs, [[9, 7], [3, 1]]);
  assert.deepEqual(now.bubble, { seat: 0, says: "fifteen for two", kind: "play" });
  assert.deepEqual(model.applyView(now, playing({ scores: [9, 3] })).pegs, now.pegs);
});

test("pegs remembered from before a reload keep their places, if the score still matches", () => {
  assert.deepEqual(scene(view({ scores: [9, 3] }), [[9, 7], [2, 1]]).pegs, [[9, 7], [3, 2]]);
});

test("go is said by a button of its own", () => {
  const now = scene(playing({ count: 29, playable: [], must_go: true }));
  assert.equal(model.mayGo(now), true);
  assert.equal(model.prompt(now, WHO), "You can’t play: say Go.");
});

test("the show holds until it is dismissed, but its points are pegged at once", () => {
  const counted = { e: "counted", seat: 0, what: "hand", cards: ["5H"], starter: "9S", points: 2, parts: [], says: "" };
  const now = model.applyEvent(scene(playing()), counted);
  assert.equal(model.holdsForContinue(now, { e: "pegged", kind: "hand" }), false);
  assert.equal(model.holdsForContinue(now, { e: "counted" }), true);
  assert.equal(model.holdsForContinue(now, { e: "dealt" }), true);
  assert.equal(model.holdsForContinue(now, null), true);
  assert.equal(model.holdsForContinue({ ...now, showing: null }, null), false);
});

test("the next deal brings my six and clears the table", () => {
  const next = view({ deal: 2, dealer: 0 });
  const now = model.applyEvent(scene(playing()), { e: "dealt", number: 2, dealer: 0 }, next);
  assert.deepEqual([now.deal, now.dealer, now.starter, now.played], [2, 0, null, []]);
  assert.deepEqual(now.hand, next.hand);
});

test("the last show can be repeated, and leaves the table unchanged", () => {
  const now = scene(
    view(
      {
        deal: 2,
        show: {
          deal: 1,
          dealer: 1,
          starter: "9S",
          counts: [{ seat: 0, what: "hand", cards: ["5H"], points: 0, parts: [], says: "" }],
        },
      },
    ),
  );
  const steps = model.stepsOfLastShow(now).map(({ event }) => event);
  const during = model.applyEvent(now, steps[0]);
  assert.equal(during.phase, "show");
  assert.deepEqual(model.applyEvent({ ...during, showing: null }, steps[1]), now);
});

test("it is my turn as soon as the played card is visible, even if forced events are still to be drawn", () => {
  const view = playing({ held: [4, 3], turn: [0] });
  const theirs = { event: { e: "played", seat: 1, card: "5D", count: 15 }, view };
  const follows = [
    { event: { e: "pegged", seat: 1, points: 2, score: 2, kind: "play", says: "fifteen for two" }, view },
    { event: null, view },
  ];
  const before = scene(playing({ turn: [1], playable: [] }));
  assert.equal(model.whoseTurn(model.applyForced(before, [theirs, ...follows])), "them");
  const seen = model.applyStep(before, theirs);
  assert.equal(model.whoseTurn(seen), "none");
  assert.equal(model.whoseTurn(model.applyForced(seen, follows)), "you");
  assert.equal(model.applyForced({ ...seen, showing: {} }, follows).turn.length, 0);
});

test("after the end of the game it is no player's turn", () => {
  const now = model.applyEvent(scene(playing()), { e: "over", winner: 0, value: 2, how: "played" });
  assert.deepEqual([now.phase, now.winner, now.value, model.whoseTurn(now)], ["over", 0, 2, "none"]);
});

test("the title shows when it is my move", () => {
  assert.equal(model.pageTitle(scene(), WHO, "Table"), "Your move · Table");
  assert.equal(model.pageTitle(scene(playing({ turn: [1], playable: [] })), WHO, "Table"), "Table");
});
