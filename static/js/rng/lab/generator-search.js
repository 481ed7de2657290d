/** Finds the state of the generator of 1999 from a few known cards, as rng/lab/state_search.py does. Pure. */

export const STATES = 2 ** 32;
export const PLACES = { pone: [0, 2, 4, 6, 8, 10], dealer: [1, 3, 5, 7, 9, 11] };
export const STARTER = 12;
const MULTIPLIER = 134775813;
const CARDS = 52;
const BLOCK = 1 << 18;
const KEPT = 100;

/**
 * @typedef {{place: number, card: number}} Observed  a card, and its place in the deck
 * @typedef {{multiplier: number, addend: number}} Leap  any number of steps at once
 * @typedef {{pointed: number[], searched: number, toSearch: number, left: number[], found: number, states:
 *   number[]}} SearchProgress
 *   `pointed`: the cards that filter, in their order; `left`: how many states each of them leaves of those searched;
 *   `found`: how many deal all cards, `states`: the first of them
 */

/** One step of the generator. @param {number} state */
export const nextState = (state) => (Math.imul(state, MULTIPLIER) + 1) >>> 0;

/** The random number below the limit that a state produces. */
export const scaledDraw = (limit, state) => Math.floor((limit * state) / STATES);

/** A jump over this many steps, backwards if negative. @param {number} steps @returns {Leap} */
export function jumpOver(steps) {
  const back = inverse(MULTIPLIER);
  const each = steps > 0 ? { multiplier: MULTIPLIER, addend: 1 } : { multiplier: back, addend: -back | 0 };
  const whole = { multiplier: 1, addend: 0 };
  for (let n = Math.abs(steps); n > 0; n--) {
    whole.multiplier = Math.imul(whole.multiplier, each.multiplier);
    whole.addend = (Math.imul(whole.addend, each.multiplier) + each.addend) | 0;
  }
  return whole;
}

/** @param {Leap} leap @param {number} state */
export const applyJump = ({ multiplier, addend }, state) => (Math.imul(state, multiplier) + addend) >>> 0;

/** A deck by the correct shuffle, and the state before the next one. @param {number} state */
export function dealFrom(state) {
  const cards = Array.from({ length: CARDS }, (_, card) => card);
  for (let place = 0; place < CARDS; place++) {
    state = nextState(state);
    const drawn = place + scaledDraw(CARDS - place, state);
    [cards[place], cards[drawn]] = [cards[drawn], cards[place]];
  }
  return { cards, after: state };
}

/** The cards of a hand in their places. @param {"pone" | "dealer"} seat @param {number[]} hand @returns {Observed[]} */
export function placeCards(seat, hand, starter = null) {
  const seen = hand.map((card, n) => ({ place: PLACES[seat][n], card }));
  return starter === null ? seen : [...seen, { place: STARTER, card: starter }];
}

/**
 * The range of random numbers that swap a place with the original place of its card. A card that is not above its
 * original place was never touched before. @param {Observed} seen
 */
export function drawRange({ place, card }) {
  const from = Math.ceil(((card - place) * STATES) / (CARDS - place));
  return { from, size: Math.ceil(((card - place + 1) * STATES) / (CARDS - place)) - from };
}

/**
 * All states that deal these cards, with progress after every block.
 * @param {Observed[]} seen
 * @returns {Generator<SearchProgress>}
 */
export function* search(seen) {
  const pointed = seen.filter(({ place, card }) => card >= place);
  const { from, size } = pointed.length ? drawRange(pointed[0]) : { from: 0, size: STATES };
  const home = jumpOver(pointed.length ? -1 - pointed[0].place : -1);
  const tests = pointed.slice(1).map((one) => test(one, pointed[0].place));
  const sought = {
    pointed: pointed.map(({ card }) => card),
    searched: 0,
    toSearch: size,
    left: pointed.map(() => 0),
    found: 0,
    states: [],
  };
  const fits = dealsAll(seen);
  const draws = new Uint32Array(BLOCK);
  while (sought.searched < size) {
    let count = Math.min(BLOCK, size - sought.searched);
    for (let n = 0; n < count; n++) draws[n] = from + sought.searched + n;
    sought.searched += count;
    if (pointed.length) sought.left[0] += count;
    tests.forEach((keep, n) => {
      count = keep(draws, count);
      sought.left[n + 1] += count;
    });
    for (let n = 0; n < count; n++) {
      const state = applyJump(home, draws[n]);
      if (!fits(state)) continue;
      sought.found++;
      if (sought.states.length < KEPT) sought.states.push(state);
    }
    yield sought;
  }
}

/** Keeps the random numbers for `first` after which the number for this card points to it. */
function test(one, first) {
  const { from, size } = drawRange(one);
  const { multiplier, addend } = jumpOver(one.place - first);
  const shifted = (addend - from) | 0;
  return (draws, count) => {
    let kept = 0;
    for (let n = 0; n < count; n++) {
      if ((Math.imul(draws[n], multiplier) + shifted) >>> 0 < size) draws[kept++] = draws[n];
    }
    return kept;
  };
}

/** Whether a state deals all these cards. The deck is dealt only up to the first that differs. */
function dealsAll(seen) {
  const wanted = new Int8Array(STARTER + 1).fill(-1);
  for (const { place, card } of seen) wanted[place] = card;
  const end = Math.max(...seen.map(({ place }) => place)) + 1;
  const cards = Uint8Array.from({ length: CARDS }, (_, card) => card);
  const drawn = new Uint8Array(end);
  return (state) => {
    let place = 0;
    let fits = true;
    for (; fits && place < end; place++) {
      state = nextState(state);
      const at = place + scaledDraw(CARDS - place, state);
      const card = cards[at];
      cards[at] = cards[place];
      cards[place] = card;
      drawn[place] = at;
      fits = wanted[place] < 0 || wanted[place] === card;
    }
    while (place-- > 0) {
      const card = cards[place];
      cards[place] = cards[drawn[place]];
      cards[drawn[place]] = card;
    }
    return fits;
  };
}

/** The inverse of an odd number modulo 2^32. Each round doubles the number of correct bits. */
function inverse(odd) {
  let found = odd;
  for (let bits = 3; bits < 32; bits *= 2) found = Math.imul(found, 2 - Math.imul(odd, found));
  return found;
}
