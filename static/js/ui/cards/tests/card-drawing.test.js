import assert from "node:assert/strict";
import test from "node:test";

import { BACK, faceParts } from "../card-drawing.js";
import { PIPS, RANKS } from "../card-shapes.js";

const DECK = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const COUNTS = { A: 1, T: 10 };

const flat = (parts) => parts.flatMap(([tag, attributes, ...more]) => [{ tag, ...attributes }, ...flat(more)]);
const drawn = (card) => flat(faceParts(card));
const ofKind = (card, kind) => drawn(card).filter((part) => part.class === kind);

/** The middle of each pip, from its bounding box. */
function pipPlaces(card) {
  const shapes = ofKind(card, "field")[0].d.split(/(?=M)/);
  const pips = shapes.map((shape) => shape.match(/-?[\d.]+/g).map(Number));
  const middle = (numbers) => (Math.min(...numbers) + Math.max(...numbers)) / 2;
  return pips.map((pip) => [middle(pip.filter((_, n) => n % 2 === 0)), middle(pip.filter((_, n) => n % 2))]);
}

test("the 52 cards are 52 drawings", () => {
  assert.equal(new Set(DECK.map((card) => JSON.stringify(faceParts(card)))).size, 52);
});

test("each has its rank and suit in two corners, the second rotated", () => {
  for (const card of DECK) {
    const [rank, suit] = card;
    assert.deepEqual(ofKind(card, "rank").map(({ d }) => d), [RANKS[rank], RANKS[rank]], card);
    assert.deepEqual(ofKind(card, "suit").map(({ d }) => d), [PIPS[suit], PIPS[suit]], card);
    assert.equal(ofKind(card, "index turned").length, 1, card);
  }
});

test("from ace to ten the number of pips is the rank, and they balance around the middle line", () => {
  for (const card of DECK.filter(([rank]) => !"JQK".includes(rank))) {
    const places = pipPlaces(card);
    assert.equal(places.length, COUNTS[card[0]] ?? Number(card[0]), card);
    assert.ok(Math.abs(places.reduce((sum, [x]) => sum + x, 0)) < 0.1, card);
    const lower = places.filter(([, y]) => y > 1).length;
    assert.equal(places.filter(([, y]) => y < -1).length, card[0] === "7" ? lower + 1 : lower, card);
  }
});

test("a pip below the middle is upside down", () => {
  const tip = (shape) => Number(shape.match(/-?[\d.]+/g)[1]); // a spade's path begins at its tip
  for (const rank of "234567") {
    for (const shape of ofKind(`${rank}S`, "field")[0].d.split(/(?=M)/)) {
      const ys = shape.match(/-?[\d.]+/g).map(Number).filter((_, n) => n % 2);
      assert.equal(tip(shape), (Math.min(...ys) + Math.max(...ys)) / 2 > 1 ? Math.max(...ys) : Math.min(...ys), shape);
    }
  }
});

test("a court figure is drawn twice, the second time rotated, and each of the twelve is different", () => {
  const courts = DECK.filter(([rank]) => "JQK".includes(rank)).map((card) => {
    const [, ...halves] = faceParts(card)[1].slice(2);
    assert.deepEqual(halves[0].slice(2), halves[1].slice(2), card);
    assert.deepEqual(halves.map(([, attributes]) => attributes.class), ["half", "half turned"]);
    return JSON.stringify(halves[0]);
  });
  assert.equal(new Set(courts).size, 12);
});

test("the back is the same when rotated", () => {
  const places = (kind) => flat(BACK).find((part) => part.class === kind).d.match(/M[\d.]+ [\d.]+/g).map(
    (start) => start.slice(1).split(" ").map(Number),
  );
  for (const kind of ["pegs", "holes"]) {
    const all = places(kind).map(String);
    assert.deepEqual(places(kind).map(([x, y]) => String([60 - x, 84 - y])).sort(), all.sort());
  }
  for (const kind of ["lattice", "filled"]) {
    // a lozenge begins at its upper tip, 6.6 above the lower
    const all = places(kind).map(([x, y]) => `${x} ${y.toFixed(1)}`);
    assert.deepEqual(places(kind).map(([x, y]) => `${60 - x} ${(84 - y - 6.6).toFixed(1)}`).sort(), all.sort());
  }
});
