/** Describes a search's results, and whether the server kept its promise. Pure. */

import { hex, utf8 } from "../bytes.js";
import { cardText } from "../cribfair.js";
import { sha256 } from "../sha2.js";
import { cardSign } from "../../ui/cards/card-names.js";
import { fixed } from "../../ui/words/number-format.js";
import { formatNumber, gettext, ngettext } from "../../ui/translate.js";
import { dealFrom, PLACES, STARTER, STATES } from "./generator-search.js";

export const OTHER_SEAT = { pone: "dealer", dealer: "pone" };

const DECK = Array.from({ length: 52 }, (_, card) => cardText(card));

/**
 * @typedef {import("./generator-search.js").SearchProgress} SearchProgress
 * @typedef {{state: number, opponent: string[], starter: string, deck: string[], next: string[]}} Table
 */

/** A card's number. @param {string} card "5H" */
export const cardNumber = (card) => DECK.indexOf(card);

/** 4294967296 as we write it. @param {number} n */
export const formatCount = (n) => formatNumber(n);

/** How many states may still be the one. @param {SearchProgress} sought */
export const remainingStates = ({ toSearch, searched, found }) => toSearch - searched + found;

/** What every card left of all states, in the order they were looked at. @param {SearchProgress} sought */
export const describeStages = ({ pointed, left }) =>
  pointed.map(
    (card, n) => gettext("after the {card}: {left}", { card: cardSign(cardText(card)), left: formatCount(left[n]) }),
  );

/** All cards that follow from a state. @param {number} state @param {"pone" | "dealer"} seat @returns {Table} */
export function dealTable(state, seat) {
  const { cards, after } = dealFrom(state);
  const deck = cards.map(cardText);
  const opponent = PLACES[OTHER_SEAT[seat]].map((place) => deck[place]);
  return { state, opponent, starter: deck[STARTER], deck, next: dealFrom(after).cards.map(cardText) };
}

/**
 * The result of the search, in a sentence.
 * @param {SearchProgress} sought
 * @param {number} seconds
 * @param {boolean} knowsStarter
 */
export function describeSearch({ found }, seconds, knowsStarter) {
  const about = {
    n: formatCount(found),
    all: formatCount(STATES),
    took: gettext("{seconds} seconds", { seconds: fixed(seconds, 1) }),
  };
  if (found === 0) {
    return knowsStarter
      ? gettext(
        "None of the {all} states deals these seven cards in this order ({took}). That’s so for three in four hands that people make up.",
        about,
      )
      : gettext(
        "None of the {all} states deals these six cards in this order ({took}). That’s so for three in four hands that people make up.",
        about,
      );
  }
  return knowsStarter
    ? ngettext(
      "One of the {all} states deals these seven cards: found in {took}.",
      "{n} of the {all} states deal these seven cards, found in {took}. The next card played tells them apart.",
      found,
      about,
    )
    : ngettext(
      "One of the {all} states deals these six cards: found in {took}.",
      "{n} of the {all} states deal these six cards, found in {took}. The starter tells them apart.",
      found,
      about,
    );
}

/**
 * Whether the server said before what it shows now, and which of the tables it was.
 * @param {string} said a nonce and two decks @param {string} commitment @param {Table[]} tables
 * @returns {{isKept: boolean, right: number}} `right`: the table's place among them, or -1
 */
export function judgePromise(said, commitment, tables) {
  const [, ...cards] = said.split(" ");
  const isIt = ({ deck, next }) => [...deck, ...next].join(" ") === cards.join(" ");
  return { isKept: hex(sha256(utf8(said))) === commitment, right: tables.findIndex(isIt) };
}

/**
 * The verdict in a sentence.
 * @param {{isKept: boolean, right: number}} judged
 * @param {number} of
 * @param {1 | 2} decks that were promised
 */
export function describePromise({ isKept, right }, of, decks = 2) {
  if (!isKept) return gettext("What the server shows now isn’t what it promised before: the hash differs.");
  if (right < 0) return gettext("The server shows a different deck from the one found here.");
  if (decks === 1) {
    return gettext(
      "The server has shown the deck: all 52 cards are as found here, and their hash is the one it sent with your six.",
    );
  }
  const kept = gettext(
    "The server has shown both decks: all 104 cards are as found here, and their hash is the one it sent with your six.",
  );
  return of > 1 ? `${gettext("It was state {n}.", { n: right + 1 })} ${kept}` : kept;
}
