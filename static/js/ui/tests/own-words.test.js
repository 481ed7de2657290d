import assert from "node:assert/strict";
import { test } from "node:test";
import { LONGEST, OwnWords } from "../own-words.js";

function storage() {
  const kept = new Map();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
}

const broken = {
  getItem() { throw new Error("no"); },
  setItem() { throw new Error("no"); },
  removeItem() { throw new Error("no"); },
};

test("words are kept from page to page, and used once", () => {
  const store = storage();
  new OwnWords(store).words = "quince and sardines";
  const at_the_table = new OwnWords(store);
  assert.deepEqual([at_the_table.takeOnce(), at_the_table.takeOnce(), store.kept.size], ["quince and sardines", "", 0]);
});

test("no more is stored than can be typed", () => {
  const own = new OwnWords(storage());
  own.words = "x".repeat(LONGEST + 9);
  assert.equal(own.words.length, LONGEST);
});

test("a player is asked only with that preference", () => {
  const asks = (words) => new OwnWords(storage(), { dataset: { words } }).asksEachGame;
  assert.deepEqual([undefined, "off", "on"].map(asks), [false, false, true]);
});

test("without storage the words are kept for this page", () => {
  const own = new OwnWords(broken);
  own.words = "here";
  assert.deepEqual([own.takeOnce(), own.takeOnce(), own.asksEachGame], ["here", "", false]);
});
