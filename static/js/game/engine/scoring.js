/**
 * Counts a hand or crib, as game/engine/scoring.py does. Pure.
 *
 * @typedef {{kind: "fifteen"|"run"|"pair"|"flush"|"nobs", cards: string[], points: number}} Part
 */

import { isRun, PAIR_POINTS } from "./pegging.js";
import { pipTotal, rank } from "../../ui/cards/card-values.js";

export const suit = (card) => card[1];
export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

/** Every choice of `size` cards, in their order. @param {string[]} cards @returns {string[][]} */
export function combinations(cards, size) {
  if (size === 0) return [[]];
  return cards.flatMap((card, n) => combinations(cards.slice(n + 1), size - 1).map((rest) => [card, ...rest]));
}

/** @param {string[]} five @returns {Part[]} */
const fifteens = (five) =>
  [2, 3, 4, 5]
    .flatMap((size) => combinations(five, size))
    .filter((cards) => pipTotal(cards) === 15)
    .map((cards) => ({ kind: "fifteen", cards, points: 2 }));

/** The longest run, in each of its combinations. @param {string[]} five @returns {Part[]} */
function runs(five) {
  for (const size of [5, 4, 3]) {
    const found = combinations(five, size).filter(isRun);
    if (found.length) return found.map((cards) => ({ kind: "run", cards, points: size }));
  }
  return [];
}

/** All cards of a rank together. @param {string[]} five @returns {Part[]} */
function pairs(five) {
  const ranks = [...new Set(five.map(rank))].sort((a, b) => a - b);
  return ranks
    .map((one) => five.filter((card) => rank(card) === one))
    .filter((cards) => cards.length > 1)
    .map((cards) => ({ kind: "pair", cards, points: PAIR_POINTS[cards.length] }));
}

/** Four in the hand, five with the starter; in the crib only five count. @returns {Part[]} */
function flush(hand, starter, crib) {
  if (new Set(hand.map(suit)).size > 1) return [];
  const cards = suit(starter) === suit(hand[0]) ? [...hand, starter] : hand;
  return crib && cards.length < 5 ? [] : [{ kind: "flush", cards, points: cards.length }];
}

/** @returns {Part[]} */
const nobs = (hand, starter) =>
  hand.filter((card) => card === `J${suit(starter)}`).map((jack) => ({ kind: "nobs", cards: [jack], points: 1 }));

/** The points of four cards before the starter is turned up. @param {string[]} four @returns {Part[]} */
export function scoreFour(four) {
  const isFlush = new Set(four.map(suit)).size === 1;
  return [
    ...fifteens(four),
    ...runs(four),
    ...pairs(four),
    ...(isFlush ? [{ kind: "flush", cards: four, points: 4 }] : []),
  ];
}

/** @param {{cards: string[], starter: string, crib?: boolean}} hand @returns {{total: number, parts: Part[]}} */
export function score({ cards, starter, crib = false }) {
  const five = [...cards, starter];
  const parts = [
    ...fifteens(five),
    ...runs(five),
    ...pairs(five),
    ...flush(cards, starter, crib),
    ...nobs(cards, starter),
  ];
  return { total: sum(parts.map((part) => part.points)), parts };
}
