/** Cards as a player holds them. Pure. */

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

export const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** Ace low. */
export const rank = (card) => RANKS.indexOf(card[0]);

/** By rank, then suit. */
export const sortCards = (cards) =>
  [...cards].sort((a, b) => rank(a) - rank(b) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]));

/** What a card counts: an ace one, a court card ten. */
export const pipValue = (card) => Math.min(rank(card) + 1, 10);

/** What cards count together. */
export const pipTotal = (cards) => cards.reduce((total, card) => total + pipValue(card), 0);

/** Whether these are the same cards, in whatever order. @param {string[]} one @param {string[]} other */
export const areSameCards = (one, other) => [...one].sort().join(" ") === [...other].sort().join(" ");
