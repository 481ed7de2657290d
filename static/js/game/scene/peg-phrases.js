/** The calls for points in the play and in the show, in the reader's language. Pure. */

import { pipTotal } from "../../ui/cards/card-values.js";
import { numberInWords } from "../../ui/words/number-words.js";
import { formatList, gettext } from "../../ui/translate.js";

const PAIRS = {
  2: () => gettext("a pair for two"),
  3: () => gettext("a pair royal for six"),
  4: () => gettext("a double pair royal for twelve"),
};

const RUNS = {
  3: () => gettext("a run of three"),
  4: () => gettext("a run of four"),
  5: () => gettext("a run of five"),
  6: () => gettext("a run of six"),
  7: () => gettext("a run of seven"),
};

const IN_THE_PLAY = {
  count: (cards) => (pipTotal(cards) === 15 ? gettext("fifteen for two") : gettext("thirty-one for two")),
  pair: (cards) => PAIRS[cards.length](),
  run: (cards) => RUNS[cards.length](),
};

const IN_ONE_WORD = {
  nibs: () => gettext("two for his nibs"),
  go: () => gettext("one for the go"),
  last: () => gettext("one for last"),
};

/** @typedef {{kind: string, says: string, parts?: {kind: string, cards: string[]}[]}} Pegged */

/** During an upgrade, a server of an older release only sends English text. @param {Pegged} pegged */
const partsOf = ({ says, parts = [{ says }] }) => parts;

const partCall = ({ kind, cards, says }) => IN_THE_PLAY[kind]?.(cards) ?? says;

/** @param {Pegged} pegged */
function callOf({ kind }, parts) {
  if (IN_ONE_WORD[kind]) return IN_ONE_WORD[kind]();
  const [one = "", other] = parts.map(partCall);
  return other ? gettext("{one} and {other}", { one, other }) : one;
}

/** "fifteen for two and a pair for two", as the player who pegs it calls it. @param {Pegged} pegged */
export const pegPhrase = (pegged) => callOf(pegged, partsOf(pegged));

/**
 * The points of a card without its count, because the count has announced fifteen or thirty-one for two.
 * @param {Pegged} pegged
 */
export const pegPhraseBesideCount = (pegged) => callOf(pegged, partsOf(pegged).filter(({ kind }) => kind !== "count"));

const REASONS = {
  count: (cards) => (pipTotal(cards) === 15 ? gettext("fifteen") : gettext("thirty-one")),
  pair: () => gettext("pair"),
  run: () => gettext("run"),
};
const REASON_OF_KIND = {
  nibs: () => gettext("nibs"),
  go: () => gettext("go"),
  last: () => gettext("last card"),
  muggins: () => gettext("muggins"),
};

/**
 * "+3 run", as points fly to their peg. For a counted hand only "+8".
 * @param {Pegged & {points: number}} pegged
 */
export function flyingPoints({ kind, points, parts = [] }) {
  const reasons = REASON_OF_KIND[kind]
    ? [REASON_OF_KIND[kind]()]
    : parts.map((part) => REASONS[part.kind]?.(part.cards)).filter(Boolean);
  return reasons.length ? gettext("+{points} {reason}", { points, reason: formatList(reasons) }) : `+${points}`;
}

const ALIKE = {
  2: (total) => gettext("a pair is {total}", { total }),
  6: (total) => gettext("a pair royal is {total}", { total }),
  12: (total) => gettext("a double pair royal is {total}", { total }),
};

const IN_THE_SHOW = {
  fifteen: (total) => gettext("fifteen {total}", { total }),
  run: (total, points) => gettext("a run of {length} is {total}", { length: numberInWords(points), total }),
  pair: (total, points) => ALIKE[points](total),
  flush: (total, points) => gettext("a flush of {length} is {total}", { length: numberInWords(points), total }),
  nobs: (total) => gettext("his nobs is {total}", { total }),
};

/**
 * A hand as it is counted, one call per part: "fifteen two", "fifteen four", "a pair is six".
 * @param {{kind: string, points: number}[]} parts
 */
export function partPhrases(parts) {
  let total = 0;
  return parts.map(({ kind, points, says }) => {
    total += points;
    return IN_THE_SHOW[kind]?.(numberInWords(total), points) ?? says;
  });
}

/** A whole count in one breath: "fifteen two, fifteen four, and a pair is six". */
export function countPhrase(parts) {
  const calls = partPhrases(parts);
  if (!calls.length) return gettext("nothing");
  if (calls.length === 1) return calls[0];
  return gettext("{calls}, and {last}", { calls: calls.slice(0, -1).join(", "), last: calls.at(-1) });
}
