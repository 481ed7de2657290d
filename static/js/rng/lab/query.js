/** Parses and builds the comparison in the page's URL, so that the URL shows everyone the same. Pure. */

/** The available numbers of decks: each step about three times the one before. */
export const DECK_COUNTS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];
export const SIDES = ["one", "other"];
const MOST_SEEDS = 1_000_000;

/**
 * @typedef {{shuffle: string, generator: string}} Side
 * @typedef {{one: Side, other: Side, decks: number, seed: number, suit: string}} Query  suit: "" for all, or C, D, H, S
 * @typedef {{shuffles: string[], generators: string[]}} Offered
 */

/** @type {Query} */
const FIRST = {
  one: { shuffle: "naive", generator: "mt" },
  other: { shuffle: "fair", generator: "mt" },
  decks: 30,
  seed: 1,
  suit: "",
};
const SUITS = ["C", "D", "H", "S"];
/** In place of a shuffle: the reader's own decks, which no URL can name. */
export const OWN = "own";

/**
 * Parses a URL. Invalid parts are ignored.
 * @param {string} search
 * @param {Offered} offered
 * @returns {Query}
 */
export function parseQuery(search, { shuffles, generators }) {
  const named = new URLSearchParams(search);
  const choice = (name, among, otherwise) => (among.includes(named.get(name)) ? named.get(name) : otherwise);
  const whole = (name) => (/^[0-9]{1,7}$/.test(named.get(name) ?? "") ? Number(named.get(name)) : NaN);
  const side = (name) => ({
    shuffle: choice(name, shuffles, FIRST[name].shuffle),
    generator: choice(`${name}_by`, generators, FIRST[name].generator),
  });
  const [decks, seed] = [whole("decks"), whole("seed")];
  return {
    one: side("one"),
    other: side("other"),
    decks: DECK_COUNTS.includes(decks) ? decks : FIRST.decks,
    seed: seed <= MOST_SEEDS ? seed : FIRST.seed,
    suit: choice("suit", SUITS, FIRST.suit),
  };
}

/** A URL with this comparison, and all its other parameters. @param {string} search @param {Query} asked */
export function buildQuery(search, asked) {
  const told = flat(asked);
  const usual = flat(FIRST);
  return withParams(
    search,
    Object.fromEntries(
      Object.entries(told).map(([name, value]) => [name, value === usual[name] || value === OWN ? "" : value]),
    ),
  );
}

/**
 * A URL with some parameters replaced, or removed if the new value is empty.
 * @param {string} search
 * @param {Record<string, string>} told
 */
export function withParams(search, told) {
  const named = new URLSearchParams(search);
  for (const [name, value] of Object.entries(told)) {
    if (value) named.set(name, value);
    else named.delete(name);
  }
  const query = named.toString();
  return query && `?${query}`;
}

/**
 * The server's URL for the results of one side.
 * @param {Side} side
 * @param {number} decks
 * @param {number} seed
 * @param {string} [suit]
 */
export const resultUrl = ({ shuffle, generator }, decks, seed, suit = "") =>
  `/fairness/lab/found?${new URLSearchParams({ shuffle, generator, decks: String(decks), seed: String(seed), ...(suit && { suit }) })}`;

/** The seed for other decks of the same kind. @param {number} seed */
export const nextSeed = (seed) => (seed + 1) % (MOST_SEEDS + 1);

const flat = ({ one, other, decks, seed, suit }) => ({
  one: one.shuffle, one_by: one.generator, other: other.shuffle, other_by: other.generator, decks: String(decks),
  seed: String(seed), suit,
});
