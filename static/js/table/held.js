/** Cards as a player holds them. Pure. */

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

/** By rank, ace low, then suit. */
export const sorted = (cards) =>
  [...cards].sort((a, b) => RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]));

/** What a card counts: an ace one, a court card ten. */
export const pips = (card) => Math.min(RANKS.indexOf(card[0]) + 1, 10);
