/**
 * Texts in the reader's language. The English text is the key; where another language is spoken, a script
 * before this one (Django's catalog, /words.js) has the others. `{name}` in a text is filled from `values`.
 * It imports nothing: the page that checks transcripts offline contains it.
 */

const { gettext: translated, ngettext: counted } = globalThis.django ?? {};

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? values[name] : hole));

/** @param {string} text @param {Record<string, string|number>} [values] */
export const gettext = (text, values = {}) => fill(translated ? translated(text) : text, values);

/** One or many, by `n`, which fills `{n}`. @param {string} one @param {string} many @param {number} n */
export const ngettext = (one, many, n, values = {}) =>
  fill(counted ? counted(one, many, n) : n === 1 ? one : many, { n, ...values });

/**
 * A text in pieces, for holes that hold more than words: `interpolateNodes(gettext("{name} challenges you"), { name:
 * node })`.
 * @template T @param {string} text @param {Record<string, T>} values @returns {(string | T)[]}
 */
export const interpolateNodes = (text, values) =>
  text.split(/\{(\w+)\}/).map((piece, n) => (n % 2 ? values[piece] : piece)).filter((piece) => piece !== "");

/** The language that numbers, dates and lists are written in. */
export const language = () => globalThis.document?.documentElement.lang || "en";

/** A number as the reader writes it: 1,500 or 0.25. @param {number} n @param {Intl.NumberFormatOptions} [how] */
export const formatNumber = (n, how) => n.toLocaleString(language(), how);

/** "a, b and c", or with "or" between. @param {string[]} words @param {"conjunction" | "disjunction"} [type] */
export const formatList = (words, type = "conjunction") =>
  // our English has no comma before "and"
  new Intl.ListFormat(language() === "en" ? "en-GB" : language(), { type }).format(words);

export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
