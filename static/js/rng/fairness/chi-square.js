/** Chi-square: the p-value of counts, and the power to detect a wrong shuffle. Pure. */

/**
 * The statistic of counts and their expectations.
 * @param {ArrayLike<number>} counts
 * @param {ArrayLike<number>} expected
 */
export function chi2(counts, expected) {
  let total = 0;
  for (let n = 0; n < counts.length; n++) total += (counts[n] - expected[n]) ** 2 / expected[n];
  return total;
}

/** The probability of more than x with these degrees of freedom. @param {number} x @param {number} freedom */
export function upperTail(x, freedom) {
  if (!(x > 0)) return 1;
  const [shape, at] = [freedom / 2, x / 2];
  const front = Math.exp(shape * Math.log(at) - at - logGamma(shape));
  return at < shape + 1 ? 1 - front * lowerSeries(shape, at) : front * upperFraction(shape, at);
}

/** The x that is exceeded with this probability. */
export function criticalValue(chance, freedom) {
  let [low, high] = [0, 10 * freedom + 100];
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2;
    if (upperTail(middle, freedom) > chance) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The power of the test: the probability that the wrong shuffle's counts exceed the critical value for `alpha`. @param
 * {ArrayLike<number>} wrong  the probability of each place under it @param {number} decks
 */
export function power(wrong, decks, alpha) {
  const fair = 1 / wrong.length;
  let away = 0;
  for (let n = 0; n < wrong.length; n++) away += (decks * (wrong[n] - fair) ** 2) / fair;
  return noncentralUpperTail(criticalValue(alpha, wrong.length - 1), wrong.length - 1, away);
}

/** The probability of more than x for a noncentral distribution: chi-squares mixed by a Poisson distribution. */
export function noncentralUpperTail(x, freedom, away) {
  if (!(away > 0)) return upperTail(x, freedom);
  const half = away / 2;
  const [first, last] = [
    Math.max(0, Math.floor(half - 10 * Math.sqrt(half) - 10)),
    Math.ceil(half + 10 * Math.sqrt(half) + 10),
  ];
  let total = 0;
  for (let n = first; n <= last; n++) {
    total += Math.exp(n * Math.log(half) - half - logGamma(n + 1)) * upperTail(x, freedom + 2 * n);
  }
  return Math.min(1, total);
}

/**
 * Compares counts with a distribution. Neighboring values are merged until each has a large enough expectation.
 * @param {ArrayLike<number>} counts @param {ArrayLike<number>} expected  both of 0, 1, 2, ...
 * @returns {{chi2: number, freedom: number, p: number} | null}  null if there are too few values
 */
export function goodnessOfFit(counts, expected, least = 5) {
  const bins = [];
  let bin = [0, 0];
  for (let n = 0; n < expected.length; n++) {
    bin = [bin[0] + (counts[n] ?? 0), bin[1] + expected[n]];
    if (bin[1] >= least) {
      bins.push(bin);
      bin = [0, 0];
    }
  }
  if (bins.length < 2) return null;
  const [rest] = [bins.at(-1)];
  bins[bins.length - 1] = [rest[0] + bin[0], rest[1] + bin[1]];
  const [found, wanted] = [bins.map(([count]) => count), bins.map(([, share]) => share)];
  const x = chi2(found, wanted);
  return { chi2: x, freedom: bins.length - 1, p: upperTail(x, bins.length - 1) };
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function, for arguments above a half. */
function logGamma(x) {
  const base = x + 6.5;
  const total = LANCZOS.reduce((sum, factor, n) => (n ? sum + factor / (x - 1 + n) : factor), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(total);
}

const ENOUGH = 1e-15;
const LEAST = 1e-300;

/** The lower incomplete gamma function, without its leading factor. */
function lowerSeries(shape, x) {
  let term = 1 / shape;
  let total = term;
  for (let n = 1; term > total * ENOUGH; n++) {
    term *= x / (shape + n);
    total += term;
  }
  return total;
}

/** The upper incomplete gamma function, without its leading factor: Lentz's continued fraction. */
function upperFraction(shape, x) {
  let b = x + 1 - shape;
  let c = 1 / LEAST;
  let d = 1 / b;
  let value = d;
  for (let n = 1, step = 0; Math.abs(step - 1) > ENOUGH && n < 10_000; n++) {
    const a = n * (shape - n);
    b += 2;
    d = 1 / (b + a * d || LEAST);
    c = b + a / c || LEAST;
    step = c * d;
    value *= step;
  }
  return value;
}
