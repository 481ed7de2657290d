/** Values and order of cards. Pure. */

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

export const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** Ace low. */
export const rank = (card) => RANKS.indexOf(card[0]);

/** By rank, then suit. */
export const sortCards = (cards) =>
  [...cards].sort((a, b) => rank(a) - rank(b) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]));

/** The value of a card: an ace is one, a court card ten. */
export const pipValue = (card) => Math.min(rank(card) + 1, 10);

/** The total value of cards. */
export const pipTotal = (cards) => cards.reduce((total, card) => total + pipValue(card), 0);

/** Whether these are the same cards, in any order. @param {string[]} one @param {string[]} other */
export const areSameCards = (one, other) => [...one].sort().join(" ") === [...other].sort().join(" ");
