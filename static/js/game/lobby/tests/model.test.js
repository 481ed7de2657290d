import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countPeople,
  describeGamesToday,
  describePeople,
  describeToWatch,
  describeWaiting,
  hasRows,
  othersGames,
  othersSeeks,
  peopleHere,
  seeksIMayMeet,
} from "../model.js";

const seek = (id, by = "Ann") => ({ id, by });
const keyOf = (item) => item.id;

test("my own seeks are not among those I may sit down at", () => {
  const lobby = { you: "Me", mine: [seek("m", "Me")], seeks: [seek("m", "Me"), seek("a"), seek("m2", "Me")] };
  assert.deepEqual(othersSeeks(lobby).map(keyOf), ["a"]);
});

test("one does not watch one's own game", () => {
  const games = [{ players: ["Ann", "Me"] }, { players: ["Ann", "Bob"] }];
  assert.deepEqual(othersGames({ you: "Me", games }), [games[1]]);
  assert.deepEqual(othersGames({ you: null, games }), games);
});

test("a rated seek is none of those a player without an account could meet", () => {
  const lobby = { you: "Me", mine: [], seeks: [{ ...seek("r"), rated: true }, seek("c", "Bob"), seek("m", "Me")] };
  assert.deepEqual(seeksIMayMeet({ ...lobby, points: null }).map(keyOf), ["c"]);
  assert.deepEqual(seeksIMayMeet({ ...lobby, points: 1500 }).map(keyOf), ["r", "c"]);
});

test("those I follow come first, and those I blocked not at all", () => {
  const here = ["Ann", "Bob", "Cat", "Dan"].map((name) => ({ name }));
  const people = peopleHere({ here, blocked: ["Ann"], followed: ["Dan"] });
  assert.deepEqual(
    people.map(({ name, isFollowed }) => [name, isFollowed]),
    [["Dan", true], ["Bob", false], ["Cat", false]],
  );
});

test("a stranger on a quiet site sees no list", () => {
  const quiet = { you: null, seeks: [], games: [], here: [{ name: "Ann" }] };
  assert.equal(hasRows(quiet), false);
  for (const more of [{ you: "Me" }, { seeks: [seek("a")] }, { games: [{}] }, { here: [{}, {}] }]) {
    assert.equal(hasRows({ ...quiet, ...more }), true);
  }
});

test("the button says how many wait, and how long it takes where that is known", () => {
  assert.equal(describeWaiting(0, 20), "Nobody is waiting. Play a bot meanwhile: your game opens by itself.");
  assert.equal(describeWaiting(0, 20, true), "You are waiting: the next player gets you.");
  assert.equal(describeWaiting(2, 60), "2 waiting · usually under a minute");
  assert.equal(describeWaiting(1, 61), "1 waiting · usually within 2 minutes");
  for (const untold of [null, 31 * 60]) assert.equal(describeWaiting(1, untold), "1 waiting");
});

test("a player who waits is counted while their page is closed", () => {
  assert.deepEqual([countPeople(1, 0), countPeople(1, 1), countPeople(1, 3), countPeople(5, 1)], [1, 2, 2, 5]);
});

test("an empty figure is no sad zero, and the number is filled in where it is drawn", () => {
  const today = (all, bots) => describeGamesToday({ games_today: all, bot_games_today: bots });
  assert.deepEqual(
    [0, 1, 2].map(describePeople),
    ["You are the first one here", "You are the first one here", "{n} people here now"],
  );
  assert.equal(today(0, 0), "No games today yet: yours can be the first");
  assert.equal(today(1, 1), "{n} game today, 1 with a bot");
  assert.equal(today(9, 4), "{n} games today, 4 with bots");
  assert.equal(today(9, 0), "{n} games today");
  assert.deepEqual(
    [0, 1, 3].map(describeToWatch),
    ["No game to watch right now", "1 game to watch", "3 games to watch"],
  );
});
