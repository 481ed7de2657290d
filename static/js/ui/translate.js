/**
 * Texts in the reader's language. The English text is the key. For other languages, a script before this one (Django's
 * catalog, /words.js) has the translations. `{name}` in a text is filled from `values`. This module imports nothing,
 * because the offline page that checks transcripts contains it.
 */

const { gettext: translated, ngettext: counted, pgettext: inContext } = globalThis.django ?? {};

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? values[name] : hole));

/** @param {string} text @param {Record<string, string|number>} [values] */
export const gettext = (text, values = {}) => fill(translated ? translated(text) : text, values);

/** A text whose translation depends on its context. @param {string} context @param {string} text */
export const pgettext = (context, text) => (inContext ? inContext(context, text) : text);

/** Singular or plural, by `n`, which fills `{n}`. @param {string} one @param {string} many @param {number} n */
export const ngettext = (one, many, n, values = {}) =>
  fill(counted ? counted(one, many, n) : n === 1 ? one : many, { n, ...values });

/**
 * A text in pieces, for placeholders that hold nodes: `interpolateNodes(gettext("{name} challenges you"), { name: node
 * })`.
 * @template T @param {string} text @param {Record<string, T>} values @returns {(string | T)[]}
 */
export const interpolateNodes = (text, values) =>
  text.split(/\{(\w+)\}/).map((piece, n) => (n % 2 ? values[piece] : piece)).filter((piece) => piece !== "");

/** The language of numbers, dates and lists. */
export const language = () => globalThis.document?.documentElement.lang || "en";

/** A number in the reader's format: 1,500 or 0.25. @param {number} n @param {Intl.NumberFormatOptions} [how] */
export const formatNumber = (n, how) => n.toLocaleString(language(), how);

/** "a, b and c", or with "or" between. @param {string[]} words @param {"conjunction" | "disjunction"} [type] */
export const formatList = (words, type = "conjunction") =>
  // our English has no comma before "and"
  new Intl.ListFormat(language() === "en" ? "en-GB" : language(), { type }).format(words);

export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
