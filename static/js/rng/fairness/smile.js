/** Computes the smile and the neighbors: how far cards moved, by place, and the values for a fair shuffle. Pure. */

import { bounds, CARDS, displacement, distance, mean } from "./laws.js";

export const MEAN_DISTANCE = (CARDS + 1) / 3; // the mean distance of two cards

/**
 * @typedef {{x: number, found: number, expected: number, low: number, high: number}} Row
 */

/**
 * The mean distance that the card of each place moved, over the last decks.
 * @param {import("./decks.js").Decks} decks
 * @returns {Row[]}
 */
export function smile(decks, last) {
  const bands = smileBands(last);
  return Array.from(decks.displacements(last), (found, x) => ({ x, found, ...bands[x] }));
}

/** The mean distance of former neighbors. @param {import("./decks.js").Decks} decks @returns {Row[]} */
export function neighbours(decks, last) {
  const [low, high] = bounds(distance(), last);
  return Array.from(decks.neighbours(last), (found, x) => ({ x, found, expected: MEAN_DISTANCE, low, high }));
}

/** The number of places outside their band. @param {Row[]} rows */
export const countOutside = (rows) =>
  rows.filter(({ found, low, high }) => found < low - 1e-9 || found > high + 1e-9).length;

const known = new Map();

function smileBands(many) {
  if (!known.has(many)) {
    // A place from the top and its mirror image from the bottom have the same distribution.
    const half = Array.from({ length: CARDS / 2 }, (_, place) => {
      const law = displacement(place);
      const [low, high] = bounds(law, many);
      return { expected: mean(law), low, high };
    });
    known.set(many, [...half, ...half.toReversed()]);
  }
  return known.get(many);
}
