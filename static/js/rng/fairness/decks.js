/** Holds decks by the thousand, a byte a card, and counts what is in them. Pure. */

import { CARDS } from "./laws.js";

export class Decks {
  /** @param {Uint8Array} bytes  52 a deck */
  constructor(bytes) {
    if (bytes.length % CARDS) throw new Error("Decks have 52 cards each.");
    this.cards = bytes;
    this.many = bytes.length / CARDS;
    // Where each card lies: the same decks, read from card to place.
    this.places = new Uint8Array(bytes.length);
    for (let at = 0; at < bytes.length; at++) this.places[at - (at % CARDS) + bytes[at]] = at % CARDS;
  }

  /** Where a card lies in each deck. @param {number} card @returns {Uint8Array} */
  placesOfCard(card, from = 0, to = this.many) {
    return column(this.places, card, from, to);
  }

  /** Which card lies at a place in each deck. @param {number} place @returns {Uint8Array} */
  cardsAtPlace(place, from = 0, to = this.many) {
    return column(this.cards, place, from, to);
  }

  /** The mean distance of each card from where it began, over the last so many decks. @returns {Float64Array} */
  displacements(last) {
    return this.#means(last, CARDS, (at, place) => Math.abs(this.places[at + place] - place));
  }

  /** The mean distance between cards that began as neighbours. @returns {Float64Array} */
  neighbours(last) {
    return this.#means(last, CARDS - 1, (at, place) => Math.abs(this.places[at + place + 1] - this.places[at + place]));
  }

  #means(last, places, measure) {
    const sums = new Float64Array(places);
    for (let at = (this.many - last) * CARDS; at < this.cards.length; at += CARDS) {
      for (let place = 0; place < places; place++) sums[place] += measure(at, place);
    }
    return sums.map((sum) => sum / last);
  }
}

/** How often each of 0, 1, 2, ... is there. @param {ArrayLike<number>} values @param {number} [length] */
export function tally(values, length = CARDS) {
  const counts = new Uint32Array(length);
  for (let n = 0; n < values.length; n++) counts[values[n]] += 1;
  return counts;
}

function column(table, of, from, to) {
  const values = new Uint8Array(to - from);
  for (let deck = from; deck < to; deck++) values[deck - from] = table[deck * CARDS + of];
  return values;
}
