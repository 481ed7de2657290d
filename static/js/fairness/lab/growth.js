/** How evidence grows with the number of decks: what was seen so far, for a picture and in words. Pure. */

import { gettext } from "../../ui/translate.js";
import { STEPS } from "./query.js";
import { chance, lot, strongest } from "./shuffle-texts.js";

/** Beyond so many noughts nothing is added. */
export const MOST = 15;
/** The battery's own bound, one in a hundred. */
export const BOUND = 2;

/** Evidence as noughts: p = 0.001 has three. */
export const noughts = (p) => Math.min(MOST, p > 0 ? 0 - Math.log10(p) : MOST);

/** The looks at one shuffle as points: over each step the strongest test. @param {import("./shuffle-texts.js").Found[]} looks @returns {[number, number][]} */
export const points = (looks) =>
  looks
    .map((look) => [STEPS.indexOf(look.decks), noughts(strongest(look).p_adjusted)])
    .sort(([one], [other]) => one - other);

/** @param {string} name @param {import("./shuffle-texts.js").Found[]} looks */
export function growthSays(name, looks) {
  const ordered = [...looks].sort((one, other) => one.decks - other.decks);
  const told = ordered.map((look) => gettext("{chance} after {decks}", { chance: chance(strongest(look).p_adjusted), decks: lot(look.decks) }));
  return gettext("{name}: {says}.", { name, says: told.join(", ") });
}
