/**
 * Texts in the reader's language. The English text is the key; where another language is spoken, a script
 * before this one (Django's catalog, /words.js) has the others. `{name}` in a text is filled from `values`.
 */

const { gettext: translated, ngettext: counted } = globalThis.django ?? {};

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? values[name] : hole));

/** @param {string} text @param {Record<string, string|number>} [values] */
export const gettext = (text, values = {}) => fill(translated ? translated(text) : text, values);

/** One or many, by `n`, which fills `{n}`. @param {string} one @param {string} many @param {number} n */
export const ngettext = (one, many, n, values = {}) =>
  fill(counted ? counted(one, many, n) : n === 1 ? one : many, { n, ...values });
