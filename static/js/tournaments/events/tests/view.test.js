import assert from "node:assert/strict";
import { test } from "node:test";
import { viewOf } from "../view.js";

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 27, 20);
const SOMEBODY = { hasAccount: true, objection: "" };
const event = (more = {}) => (
  { state: "running", games: 9, joins_until: START + 52 * MINUTE, traits: new Set(["ends_after_games"]), ...more }
);
const line = (entry, name, more = {}) => (
  {
    entry,
    name,
    nickname: null,
    bot: false,
    place: entry,
    points: 0,
    wins: 0,
    spread: 0,
    games: 0,
    here: true,
    left: false,
    disqualified: false,
    ...more,
  }
);
const player = (name) => ({ name, nickname: null, bot: false });
const table = (game, entries, more = {}) => (
  { game, entries, players: entries.map((n) => player(`P${n}`)), ending: null, winner: null, scores: [0, 0], ...more }
);
const frame = (more = {}) => (
  { event: event(), count: 2, sides: [], standings: [line(1, "P1"), line(2, "P2")], tables: [], me: null, ...more }
);
const stateOf = (more, now = START + MINUTE, visitor = SOMEBODY) => viewOf(frame(more), now, visitor).state;
const mine = { entry: 1 };

test("a visitor is offered what they can do", () => {
  assert.equal(stateOf({}, START, { hasAccount: false, objection: "" }), "stranger");
  assert.equal(stateOf({ me: { entry: null } }), "open");
  assert.equal(
    stateOf({ me: { entry: null } }, START, { hasAccount: true, objection: "Play 10 games first." }),
    "refused",
  );
  assert.equal(stateOf({ me: { entry: null } }, START + 52 * MINUTE), "refused");
  const late = { ...SOMEBODY, joinsLate: true };
  assert.equal(stateOf({ me: { entry: null } }, START + 52 * MINUTE, late), "open");
  assert.equal(stateOf({ event: event({ state: "over" }), me: { entry: null } }, START + 52 * MINUTE, late), "over");
  assert.equal(stateOf({ event: event({ state: "closed" }), me: { entry: null } }), "last");
  assert.equal(stateOf({ event: event({ state: "over" }), me: { entry: null } }), "over");
});

test("a player of the event sees their state", () => {
  const doing = (more, eventMore) => stateOf({ event: event(eventMore), standings: [line(1, "P1", more)], me: mine });
  assert.equal(doing({}, { state: "announced" }), "entered");
  assert.equal(doing({}), "free");
  assert.equal(doing({ here: false }), "paused");
  assert.equal(doing({ games: 9 }), "done");
  assert.equal(doing({ left: true, here: false }), "left");
  assert.equal(doing({ disqualified: true }), "out");
  assert.equal(doing({ disqualified: true }, { state: "over" }), "out");
  assert.equal(doing({}, { state: "closed" }), "last");
  assert.equal(stateOf({ tables: [table("g", [1, 2])], me: mine }), "playing");
  assert.equal(stateOf({ standings: [line(1, "P1", { left: true })], me: mine }, START + 52 * MINUTE), "gone");
});

test("my card only has my games, in their order, from my side", () => {
  const tables = [
    table("a", [1, 2], { ending: "played", winner: 0, scores: [121, 90] }),
    table("b", [3, 4], { ending: "played", winner: 0, scores: [121, 90] }),
    table("c", [2, 1], { ending: "played", winner: 0, scores: [121, 100] }),
    table("d", [3, 1], { ending: "no_show", winner: 1 }),
    table("e", [1, 4]),
  ];
  const { card, myTable } = viewOf(frame({ tables, me: mine }), START, SOMEBODY);
  assert.deepEqual(
    card.map(({ number, game, opponent, won, score, points }) => [number, game, opponent, won, score, points]),
    [
      [1, "a", "P2", true, [121, 90], 3],
      [2, "c", "P2", false, [100, 121], 0],
      [3, "d", "P3", true, [0, 0], 2],
      [4, "e", "P4", null, [0, 0], 0],
    ],
  );
  assert.equal(myTable.game, "e");
});

test("a player beyond the shown lines still sees their own line", () => {
  const { standings, more, place } = viewOf(
    frame({ count: 300, me: { entry: 250, line: line(250, "P250", { games: 3 }) } }),
    START,
    SOMEBODY,
  );
  assert.deepEqual(standings.map(({ name }) => name), ["P1", "P2", "P250"]);
  assert.equal(more, 297);
  assert.equal(place, 250);
});

test("a player has no place before they have played", () => {
  assert.equal(viewOf(frame({ me: mine }), START, SOMEBODY).place, null);
});

test("in a duel of teams each player has their team's name next to them", () => {
  const sides = [{ team: 8, club: { name: "Owls" } }, { team: 7, club: { name: "Hares" } }];
  const standings = [line(1, "P1", { team: 8 }), line(2, "P2", { team: 7 })];
  const view = viewOf(frame({ event: event({ team_size: 2 }), sides, standings }), START + MINUTE, SOMEBODY);
  assert.deepEqual(view.standings.map(({ side }) => side), ["Owls", "Hares"]);
});
