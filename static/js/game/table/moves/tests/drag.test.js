import assert from "node:assert/strict";
import { test } from "node:test";
import { isCarried, isOnTheTable } from "../drag.js";

test("a tap may tremble, and stays a tap", () => {
  assert.equal(isCarried({ x: 10, y: 10 }, { x: 14, y: 13 }), false);
  assert.equal(isCarried({ x: 10, y: 10 }, { x: 10, y: 4 }), true);
});

test("a card is dropped only on the felt above the hand", () => {
  const [felt, hand] = [{ left: 0, right: 360, top: 50 }, { top: 600 }];
  assert.equal(isOnTheTable({ x: 100, y: 300 }, felt, hand), true);
  for (const elsewhere of [{ x: 100, y: 650 }, { x: 100, y: 20 }, { x: 400, y: 300 }]) {
    assert.equal(isOnTheTable(elsewhere, felt, hand), false);
  }
});
