import assert from "node:assert/strict";
import { test } from "node:test";

import { criticalValue, goodnessOfFit, noncentralUpperTail, power, upperTail } from "../chi-square.js";
import {
  bounds,
  cycles,
  descents,
  displacement,
  distance,
  fixedPoints,
  inversions,
  mean,
  quantile,
  variance,
} from "../laws.js";

const near = (found, wanted, by = 1e-9) => assert.ok(Math.abs(found - wanted) < by, `${found} is not ${wanted}`);

test("means and variances are the published ones", () => {
  const harmonic = Array.from({ length: 52 }, (_, n) => 1 / (n + 1)).reduce((sum, part) => sum + part);
  near(mean(inversions()), 663);
  near(variance(inversions()), 4014.8333333, 1e-6);
  near(mean(cycles()), harmonic);
  near(mean(descents()) + 1, 26.5);
  near(variance(descents()), 53 / 12);
  near(mean(fixedPoints()), 1);
  near(mean(distance()), 53 / 3);
  near(Math.sqrt(variance(distance())), 12.1335, 1e-4);
});

test("the distance that a card moves is a smile, with its variance", () => {
  for (let i = 0; i < 52; i++) {
    const expected = (i * i - 51 * i + 1326) / 52;
    near(mean(displacement(i)), expected);
    near(variance(displacement(i)), 225.25 + (25.5 - i) ** 2 - expected ** 2);
  }
  near(mean(displacement(0)), 25.5);
  near(mean(displacement(25)), 13);
});

test("four cards, counted by hand", () => {
  assert.deepEqual(Array.from(inversions(4), (share) => Math.round(24 * share)), [1, 3, 5, 6, 5, 3, 1]);
  assert.deepEqual(Array.from(cycles(4), (share) => Math.round(24 * share)), [0, 6, 11, 6, 1]);
  assert.deepEqual(Array.from(descents(4), (share) => Math.round(24 * share)), [1, 11, 11, 1]);
  assert.deepEqual(Array.from(fixedPoints(4), (share) => Math.round(24 * share)), [9, 8, 6, 0, 1]);
});

test("a band holds 99 of 100 cases, exact for few decks and by the normal distribution for many", () => {
  assert.deepEqual(bounds(displacement(0), 1), [0, 51]);
  const [low, high] = bounds(distance(), 3000);
  near((low + high) / 2, 53 / 3);
  near(high - low, (2 * 2.5758293 * 12.13352) / Math.sqrt(3000), 1e-5);
  // The two methods agree where both apply.
  const [exact] = bounds(distance(), 10);
  const [bell] = bounds(distance(), 11);
  near(exact, bell, 1);
  assert.equal(quantile(Float64Array.of(0.25, 0.5, 0.25), 0.75), 1);
});

test("chi-square has the values of published tables", () => {
  near(upperTail(68.6693, 51), 0.05, 1e-6);
  near(upperTail(3.841459, 1), 0.05, 1e-7);
  near(upperTail(2601, 2601), 0.4963, 1e-4);
  near(criticalValue(0.01, 51), 77.3860, 1e-3);
  assert.equal(upperTail(0, 51), 1);
});

test("the power of a test is its size for a fair shuffle, and grows to one", () => {
  const even = new Float64Array(52).fill(1 / 52);
  near(power(even, 3000, 0.05), 0.05, 1e-9);
  const uneven = Float64Array.from(even, (share, n) => share * (n % 2 ? 1.2 : 0.8));
  assert.ok(power(uneven, 300, 0.05) < power(uneven, 3000, 0.05));
  assert.ok(power(uneven, 3000, 0.05) > 0.999);
  // A noncentral chi-square of one degree is the square of a normal variable shifted by one.
  near(noncentralUpperTail(3.841459, 1, 1), 0.170075, 1e-6);
});

test("neighboring values are merged until there is enough to compare, the rest with the last", () => {
  const found = goodnessOfFit([50, 40, 8, 2, 0], [50, 40, 6, 3, 1]);
  assert.equal(found.freedom, 2);
  near(found.chi2, 0);
  assert.equal(goodnessOfFit([3], [3]), null, "nothing to compare");
});
