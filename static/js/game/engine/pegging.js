/**
 * Scores the card on top of the pile as game/engine/pegging.py does, and finds the cards of the score. Pure.
 *
 * @typedef {{kind: "count"|"pair"|"run"|"go"|"last", cards: string[], points: number}} Pegged
 */

import { pipTotal, rank } from "../../ui/cards/card-values.js";

export const LIMIT = 31;

/** Points for two, three or four of a rank. */
export const PAIR_POINTS = { 2: 2, 3: 6, 4: 12 };

/** Whether the ranks are consecutive and different. */
export const isRun = (cards) => {
  const ranks = cards.map(rank).sort((a, b) => a - b);
  return ranks.every((one, n) => one === ranks[0] + n);
};

/** The points of a card on the pile. @param {string[]} before @param {string} card @returns {Pegged[]} */
export function scorePlay(before, card) {
  const pile = [...before, card];
  const total = pipTotal(pile);
  const parts = total === 15 || total === LIMIT ? [{ kind: "count", cards: pile, points: 2 }] : [];
  const alike = onTop(pile);
  if (alike > 1) return [...parts, { kind: "pair", cards: pile.slice(-alike), points: PAIR_POINTS[alike] }];
  const run = longestRun(pile);
  return run ? [...parts, { kind: "run", cards: pile.slice(-run), points: run }] : parts;
}

/** The number of cards of one rank on top. */
function onTop(pile) {
  const top = rank(pile[pile.length - 1]);
  const other = [...pile].reverse().findIndex((card) => rank(card) !== top);
  return other === -1 ? pile.length : other;
}

/** The length of the longest run that the last cards make in any order, or 0. */
function longestRun(pile) {
  for (let size = pile.length; size > 2; size -= 1) {
    if (isRun(pile.slice(-size))) return size;
  }
  return 0;
}

const last = (pile) => pile.slice(-1);

/** All cards that score together with the one on top. */
function together(pile) {
  const made = pile.length ? scorePlay(pile.slice(0, -1), pile[pile.length - 1]).map(({ cards }) => cards) : [];
  return made.reduce((most, cards) => (cards.length > most.length ? cards : most), []);
}

const MAKERS = { play: together, go: last, last };

/**
 * @param {string[]} pile the cards since the count began
 * @param {string|undefined} kind of the `pegged` event
 * @returns {string[]}
 */
export const scoringCards = (pile, kind) => MAKERS[kind]?.(pile) ?? [];
