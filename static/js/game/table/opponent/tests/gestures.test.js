import assert from "node:assert/strict";
import { test } from "node:test";
import { wayOf } from "../gestures.js";

const places = (way) => way.map(({ transform }) => transform.split(" scale")[0]);

test("a gesture flies from its player's seat to the other's", () => {
  const way = wayOf([10, 300], [20, 40], false);
  assert.equal(places(way).at(0), "translate(10px, 300px)");
  assert.equal(places(way).at(-1), "translate(20px, 40px)");
});

test("without motion a gesture stays with its player", () => {
  const way = wayOf([10, 300], [20, 40], true);
  assert.deepEqual(new Set(way.map(({ transform }) => transform)), new Set(["translate(10px, 300px) scale(1)"]));
});
