import assert from "node:assert/strict";
import { test } from "node:test";
import { observedInDeal, observeEvents, observeTable } from "../observed-cards.js";

const HAND = ["5H", "KD", "AS", "5C", "TD", "2C"];
const view = (change) => ({
  phase: "throw", deal: 1, dealer: 1, cut: [["9H", "2D"]], hand: HAND, starter: null, played: [], show: null, ...change,
});

test("a table tells what this seat was dealt and who cut what", () => {
  const seen = observeTable({}, view(), 0);
  assert.deepEqual(seen[1].dealt, HAND);
  assert.deepEqual([seen[0].cut, seen[0].dealer], [[["9H", "2D"]], 1]);
});

test("the last card and the show belong to the deal that ends, the new six to the next", () => {
  const before = observeTable({}, view(), 0);
  const next = ["2H", "3H", "4H", "6H", "7H", "8H"];
  const frame = {
    events: [
      { e: "played", seat: 0, card: "5H", count: 5 },
      { e: "counted", seat: 0, what: "hand", cards: ["5H"], starter: "9S", points: 0, parts: [], says: "" },
      { e: "dealt", number: 2, dealer: 0 },
    ],
    view: view({ deal: 2, dealer: 0, hand: next }),
  };
  const seen = observeEvents(before, frame, 1, 0);
  assert.deepEqual(seen[1].played, [[0, "5H"]]);
  assert.deepEqual(seen[1].show, { counts: [{ seat: 0, what: "hand", cards: ["5H"] }] });
  assert.deepEqual(seen[1].dealt, HAND);
  assert.deepEqual(seen[2].dealt, next);
});

test("of a deal played on another device at least the dealer follows from the others", () => {
  const seen = observeTable({}, view({ deal: 4, dealer: 0 }), 0);
  assert.deepEqual([1, 2, 3, 4].map((deal) => observedInDeal(seen, deal, 0).dealer), [1, 0, 1, 0]);
});

test("what was seen first stands, whatever is told later", () => {
  const played = { e: "played", seat: 0, card: "5H", count: 5 };
  const before = observeTable({}, view({ starter: "9S" }), 0);
  const later = view({ phase: "play", starter: "8S", hand: [], played: [[0, "5C"], [1, "2D"]], cut: [["3H", "2D"]] });
  const seen = observeEvents(before, { events: [played], view: later }, 1, 0);
  assert.deepEqual(seen[0].cut, [["9H", "2D"]]);
  assert.equal(seen[1].starter, "9S");
  assert.deepEqual(seen[1].played, [[0, "5H"], [1, "2D"]]);
});
