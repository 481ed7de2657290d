/** Stores thousands of decks, a byte per card, and counts their statistics. Pure. */

import { CARDS } from "./laws.js";

export class Decks {
  /** @param {Uint8Array} bytes  52 per deck */
  constructor(bytes) {
    if (bytes.length % CARDS) throw new Error("Decks have 52 cards each.");
    this.cards = bytes;
    this.many = bytes.length / CARDS;
    // The place of each card: the same decks, inverted.
    this.places = new Uint8Array(bytes.length);
    for (let at = 0; at < bytes.length; at++) this.places[at - (at % CARDS) + bytes[at]] = at % CARDS;
  }

  /** The place of a card in each deck. @param {number} card @returns {Uint8Array} */
  placesOfCard(card, from = 0, to = this.many) {
    return column(this.places, card, from, to);
  }

  /** The card at a place in each deck. @param {number} place @returns {Uint8Array} */
  cardsAtPlace(place, from = 0, to = this.many) {
    return column(this.cards, place, from, to);
  }

  /** The mean distance of each card from its starting place, over the last decks. @returns {Float64Array} */
  displacements(last) {
    return this.#means(last, CARDS, (at, place) => Math.abs(this.places[at + place] - place));
  }

  /** The mean distance between cards that began as neighbors. @returns {Float64Array} */
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

/** The number of each of 0, 1, 2, ... @param {ArrayLike<number>} values @param {number} [length] */
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
