/** What is called as points are pegged in the play and counted in the show, in the reader's language. Pure. */

import { number } from "../ui/number-words.js";
import { gettext } from "../ui/translate.js";

/** The engine's words for what a card scored; what the count itself scores is said with the card. */
const IN_THE_PLAY = () => ({
  "fifteen for two": gettext("fifteen for two"),
  "thirty-one for two": gettext("thirty-one for two"),
  "a pair for two": gettext("a pair for two"),
  "a pair royal for six": gettext("a pair royal for six"),
  "a double pair royal for twelve": gettext("a double pair royal for twelve"),
  "a run of three": gettext("a run of three"),
  "a run of four": gettext("a run of four"),
  "a run of five": gettext("a run of five"),
  "a run of six": gettext("a run of six"),
  "a run of seven": gettext("a run of seven"),
});

const IN_ONE_WORD = {
  nibs: () => gettext("two for his nibs"),
  go: () => gettext("one for the go"),
  last: () => gettext("one for last"),
};

/** @param {string[]} calls */
const both = (calls) => (calls.length < 2 ? calls.join("") : gettext("{one} and {other}", { one: calls[0], other: calls[1] }));

/** "fifteen for two and a pair for two", as the one who pegs it calls it. @param {{kind: string, says: string}} pegged */
export const pegCall = (pegged) => IN_ONE_WORD[pegged.kind]?.() ?? both(pegged.says.split(" and ").map((call) => IN_THE_PLAY()[call] ?? call));

/** What a card scored beside its count; that fifteen or thirty-one is for two, its count has said. */
export const besideTheCount = (pegged) =>
  pegCall({ ...pegged, says: pegged.says.split(" and ").filter((call) => !/^(fifteen|thirty-one) for/.test(call)).join(" and ") });

const ALIKE = {
  2: (total) => gettext("a pair is {total}", { total }),
  6: (total) => gettext("a pair royal is {total}", { total }),
  12: (total) => gettext("a double pair royal is {total}", { total }),
};

const IN_THE_SHOW = {
  fifteen: (total) => gettext("fifteen {total}", { total }),
  run: (total, points) => gettext("a run of {length} is {total}", { length: number(points), total }),
  pair: (total, points) => ALIKE[points](total),
  flush: (total, points) => gettext("a flush of {length} is {total}", { length: number(points), total }),
  nobs: (total) => gettext("his nobs is {total}", { total }),
};

/**
 * A hand as it is counted, a call a part: "fifteen two", "fifteen four", "a pair is six".
 * @param {{kind: string, points: number}[]} parts
 */
export function partCalls(parts) {
  let total = 0;
  return parts.map(({ kind, points }) => {
    total += points;
    return IN_THE_SHOW[kind](number(total), points);
  });
}

/** A whole count in one breath: "fifteen two, fifteen four, and a pair is six". */
export function countCall(parts) {
  const calls = partCalls(parts);
  if (!calls.length) return gettext("nothing");
  if (calls.length === 1) return calls[0];
  return gettext("{calls}, and {last}", { calls: calls.slice(0, -1).join(", "), last: calls.at(-1) });
}
