/** Judges whether the selected cards are a combination, and if not, explains why. Pure. */

import { isRun } from "../../game/engine/pegging.js";
import { cardSign } from "../../ui/cards/card-names.js";
import { pipTotal, rank } from "../../ui/cards/card-values.js";
import { gettext, ngettext } from "../../ui/translate.js";
import { score } from "../../game/engine/scoring.js";

const signs = (cards) => cards.map(cardSign).join(" ");
const same = (one, other) => one.length === other.length && one.every((card) => other.includes(card));
const holds = (cards, some) => some.every((card) => cards.includes(card));

/** All combinations of a kind. @param {string} kind @param {{cards: string[], starter: string}} hand */
export const partsOfKind = (kind, hand) => score(hand).parts.filter((part) => part.kind === kind);

const FEWEST = { fifteen: 2, pair: 2, run: 3 };
const TOO_FEW = {
  fifteen: () => gettext("You need at least two cards to make fifteen."),
  pair: () => gettext("A pair is two cards. Tap both."),
  run: () => gettext("A run has at least three cards. Tap all of them."),
};

const WHY_NOT = {
  fifteen: (cards) => {
    const values = { cards: signs(cards), total: pipTotal(cards) };
    const off = pipTotal(cards) - 15;
    return off < 0
      ? ngettext(
        "{cards} come to {total}: {n} short of fifteen.",
        "{cards} come to {total}: {n} short of fifteen.",
        -off,
        values,
      )
      : ngettext("{cards} come to {total}: {n} too many.", "{cards} come to {total}: {n} too many.", off, values);
  },
  pair: (cards, parts) =>
    parts.some((part) => holds(part.cards, cards))
      ? gettext("There’s another card of that rank: take them all together.")
      : gettext("{cards} aren’t the same rank.", { cards: signs(cards) }),
  run: (cards) => {
    if (new Set(cards.map(rank)).size < cards.length) {
      return gettext("Take each rank once: the other card of the pair makes a second run.");
    }
    if (isRun(cards)) return gettext("They’re in a row, but the run goes on: take all of it.");
    return gettext("{cards} leave a gap: a run has every rank in between.", { cards: signs(cards) });
  },
};

/**
 * @param {"fifteen"|"pair"|"run"} kind @param {import("../../game/engine/scoring.js").Part[]} parts all of the kind
 * @param {string[]} chosen @param {import("../../game/engine/scoring.js").Part[]} found so far
 * @returns {{part?: import("../../game/engine/scoring.js").Part, why?: string}}
 */
export function judgeCombination(kind, parts, chosen, found) {
  if (chosen.length < FEWEST[kind]) return { why: TOO_FEW[kind]() };
  const part = parts.find(({ cards }) => same(cards, chosen));
  if (!part) return { why: WHY_NOT[kind](chosen, parts) };
  return found.includes(part) ? { why: gettext("You’ve counted that one. Look for another.") } : { part };
}
