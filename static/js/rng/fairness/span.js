/** Moves and zooms a window of decks, counted from 0, with an exclusive end. Pure. */

export const LEAST = 10;

/** @typedef {{from: number, to: number}} Span */

/** @param {number} many @returns {Span} */
export const fullSpan = (many) => ({ from: 0, to: many });

/** The valid span nearest to the wanted one. @param {number} many @returns {Span} */
export function clampSpan(from, to, many) {
  const wide = Math.round(Math.min(many, Math.max(Math.min(LEAST, many), to - from)));
  const begins = Math.round(Math.min(many - wide, Math.max(0, from)));
  return { from: begins, to: begins + wide };
}

/** Narrower for a factor above 1, wider below, around a deck that keeps its place. @param {Span} span */
export function zoomSpan({ from, to }, factor, about, many) {
  const wide = Math.max(LEAST, (to - from) / factor);
  const share = (about - from) / (to - from);
  return clampSpan(about - share * wide, about + (1 - share) * wide, many);
}

/** Moves forward by this many decks, or back if negative. @param {Span} span */
export const moveSpan = ({ from, to }, by, many) => clampSpan(from + by, to + by, many);

/** Moves a span so that it includes a deck. @param {Span} span */
export function spanIncluding(span, deck, many) {
  if (deck < span.from) return moveSpan(span, deck - span.from, many);
  return deck >= span.to ? moveSpan(span, deck - span.to + 1, many) : span;
}
