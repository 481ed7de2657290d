/** Describes a search's results, and whether the server's commitment holds. Pure. */

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

/** 4294967296 in the reader's format. @param {number} n */
export const formatCount = (n) => formatNumber(n);

/** The number of states that are still possible. @param {SearchProgress} sought */
export const remainingStates = ({ toSearch, searched, found }) => toSearch - searched + found;

/** The number of states that each card left, in the order of the search. @param {SearchProgress} sought */
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
        "None of the {all} states deals these seven cards in this order ({took}). This is the case for three in four hands that people make up.",
        about,
      )
      : gettext(
        "None of the {all} states deals these six cards in this order ({took}). This is the case for three in four hands that people make up.",
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
 * Whether the revealed value matches the server's commitment, and which of the tables it was.
 * @param {string} said a nonce and two decks @param {string} commitment @param {Table[]} tables
 * @returns {{isKept: boolean, right: number}} `right`: the table's index, or -1
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
 * @param {1 | 2} decks in the commitment
 */
export function describePromise({ isKept, right }, of, decks = 2) {
  if (!isKept) return gettext("The server has revealed another value than it committed to: the hash differs.");
  if (right < 0) return gettext("The server shows a different deck from the one found here.");
  if (decks === 1) {
    return gettext(
      "The server has revealed the deck. All 52 cards match the search, and their hash is the one sent with your six cards.",
    );
  }
  const kept = gettext(
    "The server has revealed both decks. All 104 cards match the search, and their hash is the one sent with your six cards.",
  );
  return of > 1 ? `${gettext("It was state {n}.", { n: right + 1 })} ${kept}` : kept;
}
