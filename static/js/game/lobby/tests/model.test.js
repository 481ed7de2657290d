import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countPeople,
  describePeople,
  describeWaiting,
  hasRows,
  othersGames,
  othersSeeks,
  peopleHere,
  seeksIMayMeet,
} from "../model.js";

const seek = (id, by = "Ann") => ({ id, by });
const keyOf = (item) => item.id;

test("my own seeks are not among those I can accept", () => {
  const lobby = { you: "Me", mine: [seek("m", "Me")], seeks: [seek("m", "Me"), seek("a"), seek("m2", "Me")] };
  assert.deepEqual(othersSeeks(lobby).map(keyOf), ["a"]);
});

test("a player does not watch their own game", () => {
  const games = [{ players: ["Ann", "Me"] }, { players: ["Ann", "Bob"] }];
  assert.deepEqual(othersGames({ you: "Me", games }), [games[1]]);
  assert.deepEqual(othersGames({ you: null, games }), games);
});

test("a player without an account cannot accept a rated seek", () => {
  const lobby = { you: "Me", mine: [], seeks: [{ ...seek("r"), rated: true }, seek("c", "Bob"), seek("m", "Me")] };
  assert.deepEqual(seeksIMayMeet({ ...lobby, points: null }).map(keyOf), ["c"]);
  assert.deepEqual(seeksIMayMeet({ ...lobby, points: 1500 }).map(keyOf), ["r", "c"]);
});

test("followed players come first, and blocked ones are left out", () => {
  const here = ["Ann", "Bob", "Cat", "Dan"].map((name) => ({ name }));
  const people = peopleHere({ here, blocked: ["Ann"], followed: ["Dan"] });
  assert.deepEqual(
    people.map(({ name, isFollowed }) => [name, isFollowed]),
    [["Dan", true], ["Bob", false], ["Cat", false]],
  );
});

test("a new visitor on a quiet site sees no list", () => {
  const quiet = { you: null, seeks: [], games: [], here: [{ name: "Ann" }] };
  assert.equal(hasRows(quiet), false);
  for (const more of [{ you: "Me" }, { seeks: [seek("a")] }, { games: [{}] }, { here: [{}, {}] }]) {
    assert.equal(hasRows({ ...quiet, ...more }), true);
  }
});

test("the button shows how many wait, and for how long if that is known", () => {
  assert.equal(describeWaiting(0, 20), "No player is waiting. Play a bot meanwhile: your game opens by itself.");
  assert.equal(describeWaiting(0, 20, true), "You are waiting: the next player who comes plays you.");
  assert.equal(describeWaiting(2, 60), "2 waiting · usually under a minute");
  assert.equal(describeWaiting(1, 61), "1 waiting · usually within 2 minutes");
  for (const untold of [null, 31 * 60]) assert.equal(describeWaiting(1, untold), "1 waiting");
});

test("a waiting player is counted while their page is closed", () => {
  assert.deepEqual([countPeople(1, 0), countPeople(1, 1), countPeople(1, 3), countPeople(5, 1)], [1, 2, 2, 5]);
});

test("a visitor who is alone is told so", () => {
  assert.deepEqual(
    [0, 1, 2].map(describePeople),
    ["You are the first one here", "You are the first one here", "2 people here now"],
  );
});
