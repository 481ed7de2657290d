/**
 * Finds the millisecond of the day at which the card room of 1999 dealt some known cards, as rng/lab/state_search.py
 * does. Pure.
 */

import { jumpOver, nextState, scaledDraw, STATES } from "./generator-search.js";

export const DAY_MS = 24 * 60 * 60 * 1000;
const CARDS = 52;
const CHOICES = 51; // random(51) + 1: the last place is never chosen
const BLOCK = 1 << 16;

/**
 * @typedef {import("./generator-search.js").Observed} Observed
 * @typedef {{from: number, count: number}} Span  consecutive milliseconds of the day; after the last of the day the
 *   first follows
 * @typedef {{searched: number, toSearch: number, left: number[], states: number[]}} ClockProgress
 *   `left`: how many of those searched deal the first card, the first two, and so on; `states`: those that deal all
 */

/** The deck as published: every place is swapped with one of the first 51. @param {number} state @returns {number[]} */
export function dealByClock(state) {
  const cards = Array.from({ length: CARDS }, (_, card) => card);
  for (let place = 0; place < CARDS; place++) {
    state = nextState(state);
    const drawn = scaledDraw(CHOICES, state);
    [cards[place], cards[drawn]] = [cards[drawn], cards[place]];
  }
  return cards;
}

/**
 * The milliseconds that a clock with this accuracy may have shown.
 * @param {number} now
 * @param {number} within
 * @returns {Span}
 */
export function spanAround(now, within) {
  const count = 2 * within + 1;
  return count < DAY_MS ? { from: wrap(now - within), count } : { from: 0, count: DAY_MS };
}

/**
 * All milliseconds of the span that deal these cards, with progress after every block.
 * @param {Observed[]} seen
 * @param {Span} span
 * @returns {Generator<ClockProgress>}
 */
export function* searchByClock(seen, { from, count }) {
  const progress = { searched: 0, toSearch: count, left: seen.map(() => 0), states: [] };
  while (progress.searched < count) {
    const end = Math.min(progress.searched + BLOCK, count);
    for (; progress.searched < end; progress.searched++) {
      const state = wrap(from + progress.searched);
      let fits = 0;
      while (fits < seen.length && cardAt(state, seen[fits].place) === seen[fits].card) progress.left[fits++]++;
      if (fits === seen.length) progress.states.push(state);
    }
    yield progress;
  }
}

const wrap = (milliseconds) => ((milliseconds % DAY_MS) + DAY_MS) % DAY_MS;

const HOME = Array.from({ length: CARDS }, (_, place) => jumpOver(place + 1));
const MULTIPLIERS = Int32Array.from(HOME, ({ multiplier }) => multiplier);
const SCALE = CHOICES / STATES; // exact, as are its products
const ADDENDS = Int32Array.from(HOME, ({ addend }) => addend);

/** The card that a state brings to a place, found by following the swaps back to the ordered deck. */
function cardAt(state, place) {
  let at = place;
  for (let swapped = CARDS - 1; swapped >= 0; swapped--) {
    const number = (Math.imul(state, MULTIPLIERS[swapped]) + ADDENDS[swapped]) >>> 0;
    const drawn = (number * SCALE) | 0;
    if (at === swapped) at = drawn;
    else if (at === drawn) at = swapped;
  }
  return at;
}
