/** Guesses the server's part of one of our own deals, which is the only attack left. Pure. */

import { hex, unhex } from "../bytes.js";
import { dealKey, deck } from "../cribfair.js";

const SECRET = 32;
const BLOCK = 50;

/**
 * @typedef {{context: string, deal: number, secrets: string[]}} Known  both players' knowledge of a deal, in hex
 * @typedef {{tried: number, found: string[]}} GuessProgress
 */

/**
 * Guesses without end, with progress after every few.
 * @param {import("./clock-search.js").Observed[]} seen
 * @param {Known} known
 * @returns {Generator<GuessProgress>}
 */
export function* guessSecrets(seen, { context, deal, secrets }) {
  const [ctx, ...parts] = [context, ...secrets].map(unhex);
  const guess = new Uint8Array(SECRET);
  const progress = { tried: 0, found: [] };
  for (;;) {
    const cards = deck(dealKey(ctx, deal, guess, ...parts));
    if (seen.every(({ place, card }) => cards[place] === card)) progress.found.push(hex(guess));
    addOne(guess);
    if (++progress.tried % BLOCK === 0) yield progress;
  }
}

/** The years to try all, as a power of ten. @param {number} perSecond */
export const yearsPower = (perSecond) =>
  Math.floor(8 * SECRET * Math.log10(2) - Math.log10(perSecond * 365.25 * 24 * 60 * 60));

function addOne(bytes) {
  for (let at = bytes.length - 1; at >= 0 && ++bytes[at] === 256; at--);
  return bytes;
}
