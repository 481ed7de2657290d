import assert from "node:assert/strict";
import { test } from "node:test";
import { describeGrowth, evidenceDigits, growthPoints } from "../growth.js";
import {
  describeFirstFound,
  describeMap,
  describeRarity,
  describeVerdict,
  deviation,
  formatP,
} from "../shuffle-texts.js";

const seen = (name, p) => ({ name, says: "", p, p_adjusted: p, found: p < 0.01 });
const look = (decks, ...ps) => {
  const tests = ps.map((p, n) => seen(["card-by-place", "inversions", "cycles"][n], p));
  return { decks, tests, verdict: tests.some(({ found }) => found) ? "fail" : "pass" };
};
const WRONG = { sound: false, even: true, predictable: false };
const SOUND = { sound: true, even: true, predictable: false };

test("a p-value is as short as possible", () => {
  assert.deepEqual(
    [1, 0.9996, 0.3712, 0.0042, 0.00031, 9.7e-5, 3.6e-12, 0].map(formatP),
    ["1", "1", "0.371", "0.004", "3 · 10⁻⁴", "1 · 10⁻⁴", "4 · 10⁻¹²", "< 10⁻¹⁵"],
  );
});

test("rarity is described in round numbers", () => {
  assert.equal(describeRarity(0.0042), "once in 240");
  assert.equal(describeRarity(8.57e-6), "once in 120,000");
  assert.equal(describeRarity(0), "less than once in a million billion");
});

test("a wrong shuffle is detected by its strongest test", () => {
  const { head, says } = describeVerdict(look(100, 0.5, 8.57e-6, 0.004), WRONG);
  assert.equal(head, "Detected");
  assert.equal(says, "2 of 3 tests detect it, inversions most clearly. A fair shuffle looks this odd once in 120,000.");
});

test("a detected correct shuffle is described as a false alarm", () => {
  assert.match(describeVerdict(look(100, 0.5, 0.004), SOUND).says, /false alarm/);
  assert.doesNotMatch(describeVerdict(look(100, 0.5, 0.004), WRONG).says, /false alarm/);
});

test("a correct shuffle with uneven random numbers is rightly detected", () => {
  const { says } = describeVerdict(look(100, 0.5, 0.004), { sound: true, even: false, predictable: true });
  assert.match(says, /The shuffle is sound; its random numbers aren’t\.$/);
  assert.doesNotMatch(says, /false alarm/);
});

test("no finding means different things for a wrong shuffle, a correct one, and a predictable generator", () => {
  const nothing = look(3, 0.5, 1);
  assert.equal(describeVerdict(nothing, WRONG).head, "Not detected yet");
  assert.match(describeVerdict(nothing, SOUND).says, /this shuffle is sound/);
  assert.match(
    describeVerdict(nothing, { sound: true, even: true, predictable: true }).says,
    /a player who knows its generator/,
  );
});

test("it was detected between the last result without evidence and the first with it", () => {
  assert.equal(
    describeFirstFound([look(300, 0.001), look(30, 0.5), look(100, 0.2), look(1000, 0)]),
    "Detected with 300 decks, but not with 100.",
  );
  assert.equal(describeFirstFound([look(300, 0.001)]), "Detected with 300 decks. You didn’t test fewer.");
  assert.equal(describeFirstFound([look(300, 0.5)]), "");
});

test("evidence is drawn as zeros over the numbers of decks, in any order of arrival", () => {
  assert.deepEqual(growthPoints([look(100, 1e-4), look(1, 1), look(10_000, 0)]), [[0, 0], [4, 4], [8, 15]]);
  assert.equal(evidenceDigits(1e-40), 15);
  assert.equal(
    describeGrowth("Naive swaps", [look(30, 1e-4), look(1, 1)]),
    "Naive swaps: 1 after 1 deck, 1 · 10⁻⁴ after 30 decks.",
  );
});

test("a map's description names its most frequent field", () => {
  const places = Array.from({ length: 52 }, () => new Array(52).fill(10));
  places[1][0] = 30;
  const says = describeMap({ places, decks: 520 });
  assert.match(
    says,
    /^1 of 2,704 squares are more than three standard deviations off; by chance it would be about 7\./,
  );
  assert.match(says, /the A♦ in place 0, in 30 of 520 decks; 10.0 would be even/);
  assert.equal(deviation(10, 520), 0);
});
