/** Parses the lab's fields as study/lab/form.py does. Pure. */

import { cardName } from "../../ui/cards/card-names.js";
import { numberInWords } from "../../ui/words/number-words.js";
import { capitalize, gettext, ngettext } from "../../ui/translate.js";

export const HAND = 6;
const MOST_SEEN = 52 - HAND - HAND - 1;
const LONGEST = 400;

const SIGNS = { "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S" };
const WORD = /(?<rank>10|[A1-9TJQK])\s*(?<suit>[CDHS])|[\s,;:.+/|\uFE0F-]+|(?<odd>[^\s,;]+)/g;
/** Text that can still become a card while it is typed. */
const BEGUN = /^(?:10?|[A2-9TJQK])$/;

/**
 * @typedef {{cards: string[], fault: string, isBegun?: boolean, isShort?: boolean}} Parsed  `isBegun`: the invalid text
 *   can still become a card; `isShort`: cards are missing, and nothing else is wrong
 * @typedef {{cards: string, dealer: string, mine: string, theirs: string, target: string, seen: string}} Entered
 */

/** Cards in any notation: "5H 5s,jd", "10♥", "5h5sjd". @param {string} text @returns {Parsed} */
export function parseCards(text) {
  if (text.length > LONGEST) return { cards: [], fault: gettext("That’s more than a deck.") };
  const found = [];
  const plain = text.toUpperCase().replace(/[♣♧♦♢♥♡♠♤]/g, (sign) => SIGNS[sign]);
  for (const { groups: { rank, suit, odd }, index } of plain.matchAll(WORD)) {
    if (odd) {
      const isBegun = BEGUN.test(odd) && index + odd.length === plain.length;
      return { cards: found, fault: gettext("“{odd}” isn’t a card. Write cards as 5H, 10D, AS.", { odd }), isBegun };
    }
    if (rank) found.push(({ 10: "T", 1: "A" }[rank] ?? rank) + suit);
  }
  const twice = found.find((card, n) => found.indexOf(card) < n);
  return { cards: found, fault: twice ? gettext("You’ve entered the {card} twice.", { card: cardName(twice) }) : "" };
}

/** The six dealt cards. @param {string} text @returns {Parsed} */
export function parseSix(text) {
  const read = parseCards(text);
  const missing = HAND - read.cards.length;
  if (read.fault || missing === 0) return read;
  if (missing < 0) return { ...read, fault: gettext("Enter six cards, not {n}.", { n: read.cards.length }) };
  const more = ngettext(
    "{count} more card, please.",
    "{count} more cards, please.",
    missing,
    { count: capitalize(numberInWords(missing)) },
  );
  return { ...read, fault: missing === HAND ? gettext("Choose six cards.") : more, isShort: true };
}

/**
 * Cards that are known to be neither in the hand nor still undealt.
 * @param {string} text @param {string[]} held @returns {Parsed}
 */
export function parseSeen(text, held) {
  const read = parseCards(text);
  if (read.fault) return read;
  const both = read.cards.find((card) => held.includes(card));
  if (both) return { ...read, fault: gettext("The {card} is one of your six.", { card: cardName(both) }) };
  if (read.cards.length <= MOST_SEEN) return read;
  return {
    ...read,
    fault: gettext(
      "You can’t have seen more than {most} other cards: the rest haven’t been dealt yet.",
      { most: MOST_SEEN },
    ),
  };
}

/** The fault of a score, if any. An empty score is zero. @param {string} text @param {number} target */
export function findScoreFault(text, target) {
  const figures = text.trim();
  const isFine = figures === "" || (/^[0-9]{1,3}$/.test(figures) && Number(figures) < target);
  return isFine ? "" : gettext("Enter a score from 0 to {most}.", { most: target - 1 });
}

/** The notation of cards for players. @param {string[]} all */
export const formatCards = (all) => all.map((card) => card.replace("T", "10")).join(" ");

/** A position as a URL. @param {Entered} entered */
export function buildQuery(entered) {
  const held = parseCards(entered.cards).cards.join(" ");
  const elsewhere = parseCards(entered.seen).cards.join(" ");
  const [mine, theirs] = [entered.mine, entered.theirs].map((text) => String(Number(text)));
  const told = { cards: held, dealer: entered.dealer, mine, theirs, target: entered.target };
  return new URLSearchParams(elsewhere ? { ...told, seen: elsewhere } : told).toString();
}
