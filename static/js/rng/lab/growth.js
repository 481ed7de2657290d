/** Computes and describes how evidence grows with the number of decks. Pure. */

import { gettext } from "../../ui/translate.js";
import { DECK_COUNTS } from "./query.js";
import { countDecks, formatP, strongestTest } from "./shuffle-texts.js";

/** More zeros than this are not shown. */
export const MAX_DIGITS = 15;
/** The battery's own bound, one in a hundred. */
export const SIGNIFICANT_DIGITS = 2;

/** Evidence as a number of zeros: p = 0.001 has three. */
export const evidenceDigits = (p) => Math.min(MAX_DIGITS, p > 0 ? 0 - Math.log10(p) : MAX_DIGITS);

/**
 * The results of one shuffle as points: for each number of decks the strongest test.
 * @param {import("./shuffle-texts.js").ShuffleResult[]} looks
 * @returns {[number, number][]}
 */
export const growthPoints = (looks) =>
  looks
    .map((look) => [DECK_COUNTS.indexOf(look.decks), evidenceDigits(strongestTest(look).p_adjusted)])
    .sort(([one], [other]) => one - other);

/** @param {string} name @param {import("./shuffle-texts.js").ShuffleResult[]} looks */
export function describeGrowth(name, looks) {
  const ordered = [...looks].sort((one, other) => one.decks - other.decks);
  const told = ordered.map(
    (look) => gettext(
      "{chance} after {decks}",
      { chance: formatP(strongestTest(look).p_adjusted), decks: countDecks(look.decks) },
    ),
  );
  return gettext("{name}: {says}.", { name, says: told.join(", ") });
}
