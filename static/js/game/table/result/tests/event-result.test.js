import assert from "node:assert/strict";
import { test } from "node:test";
import { describePlace } from "../event-result.js";

test("a player's place in an event is one sentence", () => {
  assert.equal(
    describePlace({ place: 3, points: 7, games: 5, of: 9 }),
    "You’re number 3 with 7 points, after game 5 of 9.",
  );
  assert.equal(
    describePlace({ place: 9, points: 1, games: 1, of: 9 }),
    "You’re number 9 with 1 point, after game 1 of 9.",
  );
});

test("a disqualified player has no place", () => {
  assert.equal(describePlace({ place: null, points: 7, games: 5, of: 9 }), "");
});
