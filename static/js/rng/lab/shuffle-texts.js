/** Describes a shuffle's test results. Pure. */

import { fixed } from "../../ui/words/number-format.js";
import { gettext, ngettext } from "../../ui/translate.js";
import { signOfCard } from "../fairness/query.js";
import { formatFigure } from "../fairness/plot-frame.js";
import { CARDS } from "../fairness/laws.js";

/**
 * @typedef {{name: string, says: string, p: number, p_adjusted: number, found: boolean}} Test
 * @typedef {{shuffle: string, generator: string, decks: number, tests: Test[], verdict: "pass" | "fail",
 *   smile: number[], neighbours: number[], places: number[][]}} ShuffleResult  the response of rng/views/battery.py
 * @typedef {{sound: boolean, even: boolean, predictable: boolean, own?: boolean}} Nature  the known properties of a
 *   shuffle, and of the generator behind it; unknown for the reader's own decks
 */

const SURELY = 1e-15;
const FAR = 3;
const BEYOND_FAR = 0.0027; // of a normal distribution
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A p-value in the form for a table. */
export function formatP(p) {
  if (p >= 0.9995) return "1";
  if (p >= 0.001) return fixed(p, 3);
  if (p < SURELY) return "< 10⁻¹⁵";
  const [figures, power] = p.toExponential(0).split("e-");
  return `${figures} · 10⁻${raised(power)}`;
}

/** The digits of a whole number as an exponent. @param {number | string} power */
export const raised = (power) => [...String(power)].map((digit) => RAISED[digit]).join("");

/** Describes how rarely something happens by chance. */
export function describeRarity(p) {
  if (p < SURELY) return gettext("less than once in a million billion");
  const once = 1 / p;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(once)) - 1);
  return gettext("once in {n}", { n: formatFigure(Math.round(once / power) * power) });
}

export const testTitle = (test) => test.replaceAll("-", " ");
export const countDecks = (decks) => ngettext("{n} deck", "{n} decks", decks, { n: formatFigure(decks) });

/** The test with the strongest evidence. @param {ShuffleResult} found */
export const strongestTest = ({ tests }) =>
  tests.reduce((one, other) => (other.p_adjusted < one.p_adjusted ? other : one));

/**
 * @param {ShuffleResult} found @param {Nature} nature @param {(test: string) => string} [titleOf] the name of a test
 * @returns {{head: string, says: string}}
 */
export function describeVerdict(found, { sound, even, predictable, own = false }, titleOf = testTitle) {
  const { decks, tests } = found;
  if (found.verdict === "fail") {
    const best = strongestTest(found);
    const many = tests.filter((test) => test.found).length;
    const sees = ngettext(
      "{n} of {all} tests detects it, {loudest} most clearly. A fair shuffle looks this odd {rarely}.",
      "{n} of {all} tests detect it, {loudest} most clearly. A fair shuffle looks this odd {rarely}.",
      many, { all: tests.length, loudest: titleOf(best.name), rarely: describeRarity(best.p_adjusted) },
    );
    if (own) return {
      head: gettext("Detected"),
      says: `${sees} ${gettext("Fair decks raise such an alarm once in a hundred times. Test other decks that were dealt in the same way.")}`,
    };
    if (!sound) return { head: gettext("Detected"), says: sees };
    const why = even
      ? gettext("This is a false alarm: a fair shuffle raises one in a hundred times. Deal new decks.")
      : gettext("The shuffle is sound; its random numbers aren’t.");
    return { head: gettext("Detected"), says: `${sees} ${why}` };
  }
  const counted = { n: formatFigure(decks), tests: tests.length, decks: countDecks(decks) };
  if (own) {
    return {
      head: gettext("Nothing detected"),
      says: gettext(
        "{tests} tests find nothing wrong with {decks}. More decks might show something. No test can tell whether a player could predict the decks.",
        counted,
      ),
    };
  }
  if (!sound) {
    const says = ngettext(
      "{n} deck is not enough to detect it. Deal more.",
      "{n} decks are not enough to detect it. Deal more.",
      decks,
      counted,
    );
    return { head: gettext("Not detected yet"), says };
  }
  const says = predictable
    ? gettext(
      "{tests} tests find nothing wrong with {decks}. It still isn’t safe: a player who knows its generator may work out the deck. These tests can’t detect that. The section about 1999 shows it.",
      counted,
    )
    : gettext("{tests} tests find nothing wrong with {decks}. That is correct: this shuffle is sound.", counted);
  return { head: gettext("Nothing detected"), says };
}

/** The numbers of decks between which it was detected. @param {ShuffleResult[]} looks  of one shuffle */
export function describeFirstFound(looks) {
  const ordered = [...looks].sort((one, other) => one.decks - other.decks);
  const first = ordered.findIndex(({ verdict: said }) => said === "fail");
  if (first < 0) return "";
  const before = ordered[first - 1];
  const decks = countDecks(ordered[first].decks);
  if (!before) return gettext("Detected with {decks}. You didn’t test fewer.", { decks });
  return gettext("Detected with {decks}, but not with {fewer}.", { decks, fewer: formatFigure(before.decks) });
}

/**
 * The deviation of a count from its expectation, in standard deviations. @param {number} count @param {number} decks
 */
export function deviation(count, decks) {
  const expected = decks / CARDS;
  return (count - expected) / Math.sqrt(expected * (1 - 1 / CARDS));
}

/** The map of cards and places in words, for screen readers. @param {ShuffleResult} found */
export function describeMap({ places, decks }) {
  const cells = places.flatMap(
    (row, card) => row.map((count, place) => ({ card, place, count, away: deviation(count, decks) })),
  );
  const far = cells.filter(({ away }) => Math.abs(away) > FAR).length;
  const most = cells.reduce((one, other) => (other.count > one.count ? other : one));
  const off = gettext("{far} of {all} squares are more than three standard deviations off; by chance it would be about {few}.", {
    far: formatFigure(far), all: formatFigure(cells.length), few: Math.round(BEYOND_FAR * cells.length),
  });
  const fullest = gettext("The fullest: the {card} in place {place}, in {count} of {decks}; {even} would be even.", {
    card: signOfCard(most.card), place: most.place, count: formatFigure(most.count), decks: countDecks(decks),
    even: fixed(decks / CARDS, 1),
  });
  return `${off} ${fullest}`;
}
