import assert from "node:assert/strict";
import { test } from "node:test";
import { splitHand } from "../fan.js";
import { dealTitle, describeCaption, describeStop, noteOf } from "../move-notes.js";
import { buildStops, findPlace, groupByDeal, splitAtStops, STRIDES } from "../stops.js";
import { aGame } from "../../../study/replay/tests/sample-game.js";

const WHO = { you: 0, names: ["Ada", "Novice"] };
const stops = buildStops(aGame());
const keys = stops.map(({ key }) => key);
const at = (key) => keys.indexOf(key);

test("there is a stop at every move, and in the show at every hand", () => {
  assert.deepEqual(keys, ["1", "2", "3", "4", "5", "6", "7", "8", "8.1", "8.2", "8.3", "9"]);
});

test("the show is pegged hand by hand", () => {
  const show = stops.slice(at("8"), at("9")).map(({ scene }) => [scene.showing?.what ?? null, scene.scores]);
  assert.deepEqual(show, [[null, [1, 0]], ["hand", [1, 2]], ["hand", [9, 2]], ["crib", [9, 2]]]);
  assert.equal(stops[at("9")].scene.showing, null);
});

test("a claim is shown with its count, and the next hand separately", () => {
  const events = [{ e: "claimed" }, { e: "counted" }, { e: "pegged" }, { e: "laid_open" }];
  assert.deepEqual(
    splitAtStops(events).map((part) => part.map(({ e }) => e)),
    [["claimed", "counted", "pegged"], ["laid_open"]],
  );
  assert.deepEqual(splitAtStops([{ e: "played" }, { e: "pegged" }, { e: "over" }]).length, 2);
});

test("a finished count stays visible until the next card", () => {
  const [last, next] = [stops[at("7")], stops[at("8")]];
  assert.deepEqual([last.scene.count, last.scene.pile], [23, ["9C", "5H", "9D"]]);
  assert.deepEqual([next.scene.count, next.scene.pile], [28, ["5C"]]);
});

test("the turn is announced with the last stop of a move", () => {
  assert.deepEqual([stops[at("4")].scene.turn, stops[at("8")].scene.turn], [[1], []]);
});

test("steps go by moves and by deals, and never beyond the game", () => {
  const from = (key) =>
    Object.fromEntries(Object.entries(STRIDES).map(([name, stride]) => [name, keys[stride(stops, at(key))]]));
  assert.deepEqual(from("5"), { first: "1", last: "9", back: "4", on: "6", dealBack: "2", dealOn: "9" });
  assert.deepEqual(from("1"), { first: "1", last: "9", back: "1", on: "2", dealBack: "1", dealOn: "2" });
  assert.deepEqual(from("9"), { first: "1", last: "9", back: "8.3", on: "9", dealBack: "2", dealOn: "9" });
});

test("a URL leads to its stop, or to the nearest before it", () => {
  const leads = {
    "#8.2": "8.2",
    "#8": "8",
    "#8.9": "8.3",
    "#99": "9",
    "#0": "1",
    "": "1",
    "#moves": "1",
    "#-3": "1",
    "#1e9": "1",
  };
  for (const [hash, key] of Object.entries(leads)) assert.equal(keys[findPlace(stops, hash)], key, hash);
});

test("moves are listed by deal, with the points they brought", () => {
  assert.deepEqual(
    groupByDeal(stops).map((deal) => dealTitle(deal, WHO)),
    ["The cut for deal", "Deal 1 · Your crib", "Deal 2 · Novice’s crib"],
  );
  assert.deepEqual(groupByDeal(stops).flat().map(({ key }) => key), keys);
  const notes = Object.fromEntries(stops.map((stop) => [stop.key, noteOf(stop)]));
  assert.equal(notes["3"].says, "3♦ Q♠ to the crib");
  assert.deepEqual(notes["8"], { seat: 0, says: "5♣ · 28", pegged: [{ seat: 0, points: 1 }] });
  assert.deepEqual(notes["8.1"], { seat: 1, says: "the hand counts 2", pegged: [{ seat: 1, points: 2 }] });
});

test("a screen reader announces a count that is visible on the table", () => {
  const hand = stops[at("8.1")];
  assert.match(describeStop(hand, WHO), /^Novice’s hand, /);
  assert.equal(describeCaption(hand, WHO), "");
  assert.match(
    describeCaption(stops[at("8")], WHO),
    /You play the five of clubs, twenty-eight\. One for last\. You \d+\./,
  );
});

test("played cards are marked until both hands are taken up again", () => {
  const marked = (key) =>
    splitHand(stops[at(key)].cards, 0).kept.filter(({ played }) => played).map(({ card }) => card);
  assert.deepEqual([marked("5"), marked("7"), marked("8.1")], [[], ["5H"], []]);
  assert.deepEqual(splitHand(stops[at("3")].cards, 0).thrown, []);
  assert.deepEqual(splitHand(stops[at("4")].cards, 0).thrown, ["2C", "TD"]);
});

test("a resigned game ends at its last move", () => {
  const given = buildStops(aGame({ end: "resigned" }));
  const last = given[given.length - 1];
  assert.deepEqual([last.key, last.scene.phase, noteOf(last)], ["5", "over", { seat: 0, says: "resigns", pegged: [] }]);
});

test("a game called off before its first card has one stop", () => {
  const over = {
    ...aGame().steps[0],
    move: { kind: "void" },
    events: [{ e: "over", winner: null, value: 0, how: "void" }],
  };
  const [only, ...more] = buildStops({ ...aGame(), steps: [over] });
  assert.deepEqual([only.scene.phase, noteOf(only).seat, more.length], ["over", null, 0]);
});
