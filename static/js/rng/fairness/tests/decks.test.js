import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Decks, tally } from "../decks.js";
import { buildQuery, markerName, parseQuery } from "../query.js";
import { naiveSwapOdds, powerAgainstNaive, testMarker } from "../marker.js";
import { countOutside, neighbours, smile } from "../smile.js";
import { countPerDeck, STATISTICS } from "../statistics.js";

const NEW = Array.from({ length: 52 }, (_, card) => card);
const BACKWARDS = NEW.toReversed();
const TURNED = [...NEW.slice(1), 0]; // the top card moved to the bottom
const decks = (...all) => new Decks(Uint8Array.from(all.flat()));
const stat = (name, ...all) => [...countPerDeck(STATISTICS[name], decks(...all))];

test("a card is found at its place, and a place has its card", () => {
  const three = decks(NEW, BACKWARDS, TURNED);
  assert.deepEqual([...three.placesOfCard(0)], [0, 51, 51]);
  assert.deepEqual([...three.cardsAtPlace(0)], [0, 51, 1]);
  assert.deepEqual([...three.placesOfCard(5, 1, 2)], [46]);
  assert.throws(() => new Decks(new Uint8Array(51)));
});

test("statistics of decks that can be counted by hand", () => {
  assert.deepEqual(stat("inversions", NEW, BACKWARDS, TURNED), [0, 1326, 51]);
  assert.deepEqual(stat("cycles", NEW, BACKWARDS, TURNED), [52, 26, 1]);
  assert.deepEqual(stat("fixed", NEW, BACKWARDS, TURNED), [52, 0, 0]);
  assert.deepEqual(stat("runs", NEW, BACKWARDS, TURNED), [1, 52, 2]);
  assert.deepEqual(stat("rising", NEW, BACKWARDS, TURNED), [1, 52, 2]);
});

test("inversions are pairs in the wrong order, counted one by one", () => {
  const odd = NEW.map((card) => (card * 23 + 7) % 52).map((card, place, all) => all[(place * 5) % 52]);
  let pairs = 0;
  odd.forEach((card, place) => odd.slice(place + 1).forEach((other) => { pairs += card > other ? 1 : 0; }));
  assert.deepEqual(stat("inversions", odd), [pairs]);
});

test("the smile only covers the last decks", () => {
  const two = decks(BACKWARDS, NEW);
  assert.ok(smile(two, 1).every(({ found }) => found === 0));
  assert.equal(smile(two, 2)[0].found, 25.5);
  assert.ok(neighbours(two, 2).every(({ found }) => found === 1));
  assert.equal(smile(two, 1).length, 52);
  assert.equal(neighbours(two, 1).length, 51);
  assert.equal(countOutside(smile(two, 2)), 2, "the two in the middle hardly moved, twice");
});

test("a deck in new order every time fails chi-square", () => {
  const stuck = testMarker(new Uint8Array(520).fill(7), { kind: "card", of: 7 });
  assert.equal(stuck.chi2, 520 * 51);
  assert.ok(stuck.p < 1e-12);
  const even = testMarker(Uint8Array.from({ length: 520 }, (_, n) => n % 52), { kind: "card", of: 7 });
  assert.deepEqual([even.chi2, even.p], [0, 1]);
  assert.equal(testMarker(new Uint8Array(259), { kind: "place", of: 0 }).isEnough, false);
});

test("a naive swap favors some places, but the first card of a new deck shows nothing", () => {
  // Three cards, 27 ways: the probabilities of card x place, counted by hand.
  assert.deepEqual(
    naiveSwapOdds(3).map((row) => [...row].map((share) => Math.round(27 * share))),
    [[9, 9, 9], [10, 8, 9], [8, 10, 9]],
  );
  assert.ok(Math.abs(powerAgainstNaive({ kind: "card", of: 0 }, 3000) - 0.05) < 1e-9);
  assert.ok(powerAgainstNaive({ kind: "card", of: 51 }, 3000) > 0.99);
});

test("the page and the docs state how often a card exposes 3,000 naive shuffles", () => {
  const inHundred = NEW.map((of) => Math.round(100 * powerAgainstNaive({ kind: "card", of }, 3000)));
  const [first, second, third, fourth] = inHundred;
  const median = inHundred.toSorted((a, b) => a - b)[26];
  const read = (/** @type {string} */ path) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), "utf8");
  const page = read("templates/rng/fairness/charts.html").replaceAll(/\s+/g, " ");
  assert.ok(page.includes(`the median card would show a naive shuffle ${median} times in 100.`));
  assert.ok(
    page.includes(
      `${first} times for the ace of clubs, which is chance alone, then ${second}, ${third} and ${fourth}.`,
    ),
  );
  const docs = read("docs/explanation/sources.md");
  assert.ok(docs.includes(`in 3,000 decks ${median}% of the time`));
  assert.ok(docs.includes(`${second}%, ${third}% and ${fourth}% of the time`));
});

test("a URL has the view, and nothing invalid", () => {
  const asked = parseQuery("?show=ah,12,99,AH,zz&from=5&to=100&over=10&law=cycles&upto=77");
  assert.deepEqual(asked.show.map(markerName), ["ace of hearts", "place 12"]);
  assert.equal(buildQuery(asked), "show=AH,12&from=5&to=100&over=10&law=cycles&upto=77");
  assert.equal(buildQuery(parseQuery(buildQuery(asked))), buildQuery(asked));
  assert.equal(buildQuery(parseQuery("?from=-1&to=9e9&over=0&law=toString&upto=x&show=")), "");
  assert.equal(parseQuery("?simulated=3").simulated, 3);
  assert.equal(parseQuery("").simulated, null);
});

test("a tally counts", () => assert.deepEqual([...tally([0, 2, 2], 3)], [1, 0, 2]));
