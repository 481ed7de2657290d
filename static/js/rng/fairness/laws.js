/**
 * Computes the exact distributions of a fair shuffle, as rng/fairness/laws.py does: the probability of 0, 1, 2, ...
 * Pure. They are built by adding one card after another to the deck, so that no number exceeds one.
 */

export const CARDS = 52;

/** @typedef {Float64Array} Law */

/** Of pairs of cards in the wrong order. @returns {Law} */
export function inversions(cards = CARDS) {
  let law = Float64Array.of(1);
  for (let places = 2; places <= cards; places++) {
    // A new card is before none, one, ... of the present cards.
    law = sum(law, new Float64Array(places).fill(1 / places));
  }
  return law;
}

/** Of cycles. @returns {Law} */
export const cycles = (cards = CARDS) => grown(cards, (law, size) => {
  const wider = new Float64Array(size + 1);
  for (let at = 0; at <= size; at++) wider[at] = ((law[at] ?? 0) * (size - 1) + (law[at - 1] ?? 0)) / size;
  return wider;
}, Float64Array.of(1), 1);

/** Of cards that are followed by a lower one. @returns {Law} */
export const descents = (cards = CARDS) => grown(cards, (law, size) => {
  const wider = new Float64Array(size);
  for (let at = 0; at < size; at++) wider[at] = ((law[at] ?? 0) * (at + 1) + (law[at - 1] ?? 0) * (size - at)) / size;
  return wider;
}, Float64Array.of(1), 2);

/** Of cards in their starting place. @returns {Law} */
export function fixedPoints(cards = CARDS) {
  const none = [1, 0]; // the probability that no card stays in place
  for (let size = 2; size <= cards; size++) none.push(((size - 1) * none[size - 1] + none[size - 2]) / size);
  let ways = 1;
  return Float64Array.from({ length: cards + 1 }, (_, fixed) => {
    if (fixed) ways /= fixed;
    return ways * none[cards - fixed];
  });
}

/** Of the distance of a card from its starting place. @param {number} from @returns {Law} */
export function displacement(from, cards = CARDS) {
  const law = new Float64Array(cards);
  for (let place = 0; place < cards; place++) law[Math.abs(place - from)] += 1 / cards;
  return law;
}

/** Of the distance between two cards that were neighbors, or any two. @returns {Law} */
export function distance(cards = CARDS) {
  return Float64Array.from(
    { length: cards },
    (_, apart) => (apart ? (2 * (cards - apart)) / (cards * (cards - 1)) : 0),
  );
}

/** @param {Law} law */
export const mean = (law) => law.reduce((total, chance, value) => total + chance * value, 0);

/** @param {Law} law */
export function variance(law) {
  const middle = mean(law);
  return law.reduce((total, chance, value) => total + chance * (value - middle) ** 2, 0);
}

const EXACT_TO = 10;
const Z = { 0.99: 2.5758293035489004 };

/**
 * The bounds of the mean of `many` values in 99 of 100 cases: exact for a few, with the normal distribution for many.
 * @param {Law} law @param {number} many @returns {[number, number]}
 */
export function bounds(law, many) {
  if (many > EXACT_TO) {
    const half = Z[0.99] * Math.sqrt(variance(law) / many);
    return [mean(law) - half, mean(law) + half];
  }
  let total = law;
  for (let n = 1; n < many; n++) total = sum(total, law);
  return [quantile(total, 0.005) / many, quantile(total, 0.995) / many];
}

/** The smallest value that is not exceeded with this probability. @param {Law} law */
export function quantile(law, chance) {
  let below = 0;
  for (let value = 0; value < law.length; value++) {
    below += law[value];
    if (below >= chance - 1e-12) return value;
  }
  return law.length - 1;
}

/** The distribution of a sum of two. @param {Law} one @param {Law} other @returns {Law} */
function sum(one, other) {
  const both = new Float64Array(one.length + other.length - 1);
  for (let a = 0; a < one.length; a++) {
    if (one[a] === 0) continue;
    for (let b = 0; b < other.length; b++) both[a + b] += one[a] * other[b];
  }
  return both;
}

function grown(cards, join, law, from) {
  for (let size = from; size <= cards; size++) law = join(law, size);
  return law;
}
