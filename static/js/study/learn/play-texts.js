/** Describes cards as they are played. Pure. */

import { cardName } from "../../ui/cards/card-names.js";
import { numberInWords } from "../../ui/words/number-words.js";
import { capitalize, gettext, ngettext } from "../../ui/translate.js";

const PAIRS = {
  2: () => gettext("a pair for two"),
  3: () => gettext("a pair royal for six"),
  4: () => gettext("a double pair royal for twelve"),
};
const KINDS = {
  count: ({ cards }, count) => (count === 15 ? gettext("fifteen for two") : gettext("thirty-one for two")),
  pair: ({ cards }) => PAIRS[cards.length](),
  run: ({ points }) => gettext("a run of {length}", { length: numberInWords(points) }),
  go: () => gettext("one for the go"),
  last: () => gettext("one for the last card"),
};

/** @param {import("./play-rules.js").Pegged[]} parts @param {number} count that the card made */
export function describeParts(parts, count) {
  const said = parts.map((part) => KINDS[part.kind](part, count));
  return said.length < 2 ? said.join("") : gettext("{one} and {other}", { one: said[0], other: said[1] });
}

const TOLD = {
  played: ({ seat, card, count }) =>
    seat === 0
      ? gettext("You play the {card}: {count}.", { card: cardName(card), count: numberInWords(count) })
      : gettext("Rival plays the {card}: {count}.", { card: cardName(card), count: numberInWords(count) }),
  go: ({ seat }) => (seat === 0 ? gettext("You say go.") : gettext("Rival says go.")),
  pegged: ({ seat, parts }, count) =>
    seat === 0
      ? gettext("{calls} to you.", { calls: capitalize(describeParts(parts, count)) })
      : gettext("{calls} to Rival.", { calls: capitalize(describeParts(parts, count)) }),
  "new count": ({ seat }) => (seat === 0 ? gettext("A new count: you lead.") : gettext("A new count: Rival leads.")),
};

/** Describes one event of the play, in which you are seat 0. @param {import("./play-rules.js").Event} event */
export const describeEvent = (event, count) => TOLD[event.e](event, count);

/** Compares a claim with the true count. */
export function describeClaim(claim, total) {
  if (claim === total) return gettext("Right: {total}.", { total: numberInWords(total) });
  const short = total - claim;
  return short > 0
    ? ngettext(
      "It’s {total}: you missed {n} point. Here’s what makes it.",
      "It’s {total}: you missed {n} points. Here’s what makes it.",
      short,
      { total: numberInWords(total) },
    )
    : ngettext(
      "It’s {total}: that was {n} point too many. Here’s what there is.",
      "It’s {total}: that was {n} points too many. Here’s what there is.",
      -short,
      { total: numberInWords(total) },
    );
}
