/** The names of cards, and their notations. Pure. */

import { gettext } from "../translate.js";

const RANKS = {
  A: gettext("ace"), 2: gettext("two"), 3: gettext("three"), 4: gettext("four"), 5: gettext("five"), 6: gettext("six"),
  7: gettext("seven"), 8: gettext("eight"), 9: gettext("nine"), T: gettext("ten"), J: gettext("jack"),
  Q: gettext("queen"), K: gettext("king"),
};
const SUITS = { C: gettext("clubs"), D: gettext("diamonds"), H: gettext("hearts"), S: gettext("spades") };
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** Whether a card of a game that was written down is not known: "xa". */
export const isUnknown = (card) => card[0] === "x";

/** "5H" -> "five of hearts" */
export const cardName = (card) => isUnknown(card)
  ? gettext("unknown card")
  : gettext("{rank} of {suit}", { rank: RANKS[card[0]], suit: SUITS[card[1]] });

/** "TD" -> "10" */
export const rankSign = (card) => (card[0] === "T" ? "10" : card[0]);

/** "TD" -> "10♦" */
export const cardSign = (card) => isUnknown(card) ? "?" : `${rankSign(card)}${SIGNS[card[1]]}`;
