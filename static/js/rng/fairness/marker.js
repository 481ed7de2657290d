/**
 * Follows one marker through many decks: a card's places, or a place's cards, and tests whether they are fair. Pure.
 */

import { chi2, power, upperTail } from "./chi-square.js";
import { tally } from "./decks.js";
import { CARDS } from "./laws.js";

export const ALPHA = 0.05;
// With fewer decks per place chi-square is not valid.
const LEAST = 5 * CARDS;

/**
 * @typedef {{kind: "card" | "place", of: number}} Marker  cards and places are numbers from 0 to 51
 * @typedef {{decks: number, counts: Uint32Array, chi2: number, p: number, power: number, isEnough: boolean}} Verdict
 */

/** Its values in each deck of a window. @param {import("./decks.js").Decks} decks @param {Marker} marker */
export const markerValues = (decks, { kind, of }, from, to) =>
  kind === "card" ? decks.placesOfCard(of, from, to) : decks.cardsAtPlace(of, from, to);

/**
 * Tests the values of a marker for an even distribution.
 * @param {ArrayLike<number>} values
 * @param {Marker} marker
 * @returns {Verdict}
 */
export function testMarker(values, marker) {
  const decks = values.length;
  const counts = tally(values);
  const x = chi2(counts, new Float64Array(CARDS).fill(decks / CARDS));
  return {
    decks,
    counts,
    chi2: x,
    p: upperTail(x, CARDS - 1),
    power: powerAgainstNaive(marker, decks),
    isEnough: decks >= LEAST,
  };
}

/** The power of this marker alone against the naive swap. @param {Marker} marker @param {number} decks */
export function powerAgainstNaive({ kind, of }, decks) {
  const likely = naiveSwapOdds();
  return power(kind === "card" ? likely[of] : likely.map((row) => row[of]), decks, ALPHA);
}

let known;

/**
 * The probability of each card (a row) at each place when every place in turn is swapped with any.
 * @returns {Float64Array[]}
 */
export function naiveSwapOdds(cards = CARDS) {
  if (known?.length === cards) return known;
  known = Array.from({ length: cards }, (_, card) => {
    const row = new Float64Array(cards);
    row[card] = 1;
    for (let turn = 0; turn < cards; turn++) {
      const here = row[turn];
      const others = 1 - here;
      // A card elsewhere stays, unless it is the one that is swapped to here.
      for (let place = 0; place < cards; place++) row[place] = row[place] * (1 - 1 / cards) + here / cards;
      row[turn] = here / cards + others / cards;
    }
    return row;
  });
  return known;
}
