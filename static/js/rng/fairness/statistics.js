/** The statistics of a whole deck, each with its exact distribution. Pure. */

import { gettext } from "../../ui/translate.js";
import { CARDS, cycles, descents, fixedPoints, inversions } from "./laws.js";

const HALF = CARDS / 2;

/**
 * @typedef {(table: Uint8Array, at: number) => number} Count  of the deck that begins there
 * @typedef {object} Statistic
 * @property {string} name
 * @property {string} says  an explanation for beginners
 * @property {string} unit  the label below its chart
 * @property {"cards" | "places"} of  whether it reads the deck from place to card, or from card to place
 * @property {Count} count
 * @property {() => import("./laws.js").Law} law
 */

/** @type {Record<string, Statistic>} */
export const STATISTICS = {
  inversions: {
    name: gettext("Inversions"),
    says: gettext(
      "of 1,326 pairs of cards, those in the opposite order from a new deck. It detects a naive shuffle sooner than any other test: in about 130 decks",
    ),
    unit: gettext("pairs in opposite order"),
    of: "cards",
    count: countInversions,
    law: inversions,
  },
  cycles: {
    name: gettext("Cycles"),
    says: gettext("loops you walk when you go from each card to the place it came from, until you’re back"),
    unit: gettext("cycles"),
    of: "cards",
    count: countCycles,
    law: cycles,
  },
  fixed: {
    name: gettext("Fixed points"),
    says: gettext("cards still in their place from the new deck. One on average, in a deck of any size"),
    unit: gettext("cards that stayed"),
    of: "cards",
    count: countFixed,
    law: fixedPoints,
  },
  rising: {
    name: gettext("Rising sequences"),
    says: gettext(
      "how often you have to go through the deck to pick up the cards in the order of a new one. Riffles leave too few: the test detects seven riffles in about 30 decks",
    ),
    unit: gettext("rising sequences"),
    of: "places",
    count: countRuns,
    law: () => runs(),
  },
  runs: {
    name: gettext("Ascending runs"),
    says: gettext("stretches of the deck in which every card is higher than the one before"),
    unit: gettext("ascending runs"),
    of: "cards",
    count: countRuns,
    law: () => runs(),
  },
};

/** A statistic of every deck. @param {Statistic} statistic @param {import("./decks.js").Decks} decks */
export function countPerDeck(statistic, decks) {
  const counts = new Uint16Array(decks.many);
  const table = decks[statistic.of];
  for (let deck = 0; deck < decks.many; deck++) counts[deck] = statistic.count(table, deck * CARDS);
  return counts;
}

/** The number of higher cards before each card. The cards seen so far are the bits of two numbers, low and high. */
function countInversions(table, at) {
  let [inverted, low, high] = [0, 0, 0];
  for (let place = 0; place < CARDS; place++) {
    const card = table[at + place];
    if (card < HALF) {
      inverted += bits(low >>> card) + bits(high);
      low |= 1 << card;
    } else {
      inverted += bits(high >>> (card - HALF));
      high |= 1 << (card - HALF);
    }
  }
  return inverted;
}

/** The number of bits that are set. */
function bits(word) {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function countCycles(table, at) {
  let [rings, seen] = [0, new Uint8Array(CARDS)];
  for (let first = 0; first < CARDS; first++) {
    if (seen[first]) continue;
    rings += 1;
    for (let card = first; !seen[card]; card = table[at + card]) seen[card] = 1;
  }
  return rings;
}

function countFixed(table, at) {
  let fixed = 0;
  for (let place = 0; place < CARDS; place++) fixed += table[at + place] === place ? 1 : 0;
  return fixed;
}

/** One more than there are descents. */
function countRuns(table, at) {
  let found = 1;
  for (let place = 1; place < CARDS; place++) found += table[at + place] < table[at + place - 1] ? 1 : 0;
  return found;
}

const runs = () => Float64Array.of(0, ...descents());
