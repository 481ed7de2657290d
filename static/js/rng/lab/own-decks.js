/** Parses the reader's own decks, one per line, as rng/fairness/deck_csv.py does. Pure. */

import { cardText } from "../cribfair.js";
import { formatNumber, gettext } from "../../ui/translate.js";

export const MOST_DECKS = 4000;
export const MOST_CHARACTERS = 1_000_000;
const CARDS = 52;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A card is written in its notation, with either form of ten, or as its number. */
const NUMBERS = new Map(
  Array.from({ length: CARDS }, (_, card) => card).flatMap((card) =>
    [cardText(card), cardText(card).replace("T", "10"), String(card)].map((text) => [text, card]),
  ),
);

/** @typedef {{letters: string, decks: number}} OwnDecks  52 letters per deck, as the server expects them */

/**
 * The decks in a text, or an error message.
 * @param {string} text
 * @returns {OwnDecks | {says: string}}
 */
export function parseDecks(text) {
  if (text.length > MOST_CHARACTERS) {
    return { says: gettext("That’s too long: at most {n} characters.", { n: formatNumber(MOST_CHARACTERS) }) };
  }
  let letters = "";
  let columns = [-CARDS];
  let decks = 0;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const row = cells(line);
    if (!row.length) continue;
    if (at === 0) columns = deckColumns(row);
    const found = row.slice(...columns);
    const cards = found.map((cell) => NUMBERS.get(cell.toUpperCase()));
    if (at === 0 && cards.every((card) => card === undefined)) continue; // a heading
    const fault = faultOf(found, cards);
    if (fault) return { says: gettext("Line {n} is no deck: {fault}", { n: at + 1, fault }) };
    if (++decks > MOST_DECKS) {
      return {
        says: gettext(
          "Line {n}: at most {most} decks can be tested here.",
          { n: at + 1, most: formatNumber(MOST_DECKS) },
        ),
      };
    }
    letters += cards.map((card) => LETTERS[card]).join("");
  }
  return decks ? { letters, decks } : { says: gettext("There is no deck here.") };
}

function cells(line) {
  if (!line.trim()) return [];
  return line.includes(",") ? line.split(",").map((cell) => cell.trim()) : line.trim().split(/\s+/);
}

/** The columns of the decks, from the header line: this site's own downloads have other columns on both sides. */
function deckColumns(heading) {
  const first = heading.findIndex((name) => name.toLowerCase() === "c1");
  return first < 0 ? [-CARDS] : [first, first + CARDS];
}

function faultOf(texts, cards) {
  if (cards.length < CARDS) return gettext("it has {n} cards, and a deck has 52.", { n: cards.length });
  const unknown = cards.indexOf(undefined);
  if (unknown >= 0) {
    return gettext("“{text}” is no card; they are written 5H, TD, AS, or 0 to 51.", { text: texts[unknown] });
  }
  const twice = cards.find((card, at) => cards.indexOf(card) < at);
  return twice === undefined ? "" : gettext("{card} is in it twice.", { card: cardText(twice) });
}
