/** The words that taps on the pad add to the text of a game. Pure. */

const SEATS = "ab";

/**
 * @typedef {{
 *   deal: number, awaits: string, seats: number[], starter: boolean, deals: number, counts: Counts[],
 * }} Progress
 * @typedef {{seat: number, what: string, points: number | null}} Counts What the cards tell; null if they don't.
 */

/** How many cards the next word takes: the starter one, a discard two. @param {Progress} now */
export function cardsAwaited({ awaits, deals, starter }) {
  if (deals > 0 && !starter && awaits === "throw") return 1;
  return { throw: 2, play: 1 }[awaits] ?? 0;
}

/** The word for tapped cards. @param {Progress} now @param {string[]} cards */
export function wordFor({ awaits, seats, starter }, cards) {
  if (awaits === "throw" && !starter) return `up:${cards[0]}`;
  return `${SEATS[seats[0]]}${cards.join("")}`;
}

export const goWord = ({ seats }) => `${SEATS[seats[0]]}-go`;

export const dealWord = ({ deal }) => `#${deal + 1}`;

/** Whether the next word is a count or a call. @param {Progress} now */
export const isCountDue = ({ awaits }) => ["counts", "count", "call"].includes(awaits);

/**
 * The words for counts as they were over the board, in the order of `counts`. A count that is written names its
 * points; one that the cards tell only has a word if it was another: points missed, or too many.
 * @param {Progress} now @param {number[]} said
 */
export function countWords({ awaits, counts }, said) {
  const words = [];
  const errors = [];
  counts.forEach(({ seat, points }, n) => {
    const by = SEATS[seat];
    if (awaits === "call") words.push(said[n] ? `${by}+${said[n]}` : `${by}-pass`);
    else if (awaits === "count") words.push(`${by}=${said[n]}`);
    else {
      const worth = points ?? said[n];
      if (awaits === "counts") words.push(`${by}=${worth}`);
      if (said[n] < worth) errors.push(`${by}<${worth - said[n]}`);
      if (said[n] > worth) errors.push(`${by}#${said[n] - worth}`);
    }
  });
  return [...words, ...errors];
}

/** A word that begins a line stands on its own; others follow on the same line. */
export function addWord(text, word) {
  const kept = text.trimEnd();
  if (!kept) return word;
  return `${kept}${word.startsWith("#") ? "\n" : " "}${word}`;
}

/** The text without its last word. A tag or a comment stays: it was typed. */
export function dropWord(text) {
  const kept = text.trimEnd();
  return /[\]}]$/.test(kept) ? kept : kept.replace(/\s*\S+$/, "");
}

const quoted = (value) => `"${value.trim().replace(/[\\"]/g, "\\$&")}"`;

/**
 * The head of a new game.
 * @param {{a: string, b: string, target: string, counting: string, dealer: string}} of
 */
export const headOf = ({ a, b, target, counting, dealer }) =>
  `[A ${quoted(a) === '""' ? '"A"' : quoted(a)}]\n[B ${quoted(b) === '""' ? '"B"' : quoted(b)}]\n` +
  `[Rules "${target} ${counting} first=${dealer}"]\n\n#1`;
