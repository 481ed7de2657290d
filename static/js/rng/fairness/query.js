/** Parses and builds the query of the page's URL, so that the URL shows everyone the same view. Pure. */

import { cardName, cardSign as signOf } from "../../ui/cards/card-names.js";
import { gettext } from "../../ui/translate.js";
import { CARDS } from "./laws.js";
import { STATISTICS } from "./statistics.js";

export const MAX_DECKS = 3000;
export const WINDOW_SIZES = [1, 5, 10, 100, 1000, MAX_DECKS];
const MOST_MARKERS = 8;
const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

/**
 * @typedef {import("./marker.js").Marker} Marker
 * @typedef {object} Query
 * @property {Marker[]} show  the drawn markers
 * @property {number} from @property {number} to  the window of decks, counted from 1; `to` 0 is the last
 * @property {number} over  the number of last decks for the smile
 * @property {string} law  the drawn statistic
 * @property {number | null} upto  the id of the last deal, null for the newest
 * @property {number | null} simulated  the seed of simulated decks, null for real ones
 */

/** The notation of a card. @param {number} card */
export const cardText = (card) => RANKS[card >> 2] + SUITS[card & 3];

/** The signs of a card: 10♥. @param {number} card */
export const signOfCard = (card) => signOf(cardText(card));

/** The name of a marker: "ace of hearts", "place 12". @param {Marker} marker */
export const markerName = ({ kind, of }) => (
  kind === "card" ? cardName(cardText(of)) : gettext("place {place}", { place: of })
);

/** The form of a marker in a URL. @param {Marker} marker */
export const markerText = ({ kind, of }) => (kind === "card" ? cardText(of) : String(of));

const FIRST = [0, 1, 2, 3].map((of) => ({ kind: "card", of }));

/** @param {string} text @returns {Marker | null} */
export function parseMarker(text) {
  if (/^[0-9]{1,2}$/.test(text)) return Number(text) < CARDS ? { kind: "place", of: Number(text) } : null;
  const [rank, suit] = [RANKS.indexOf(text[0]), SUITS.indexOf(text[1])];
  return text.length === 2 && rank >= 0 && suit >= 0 ? { kind: "card", of: rank * 4 + suit } : null;
}

/** Parses a URL. Invalid parts are ignored. @param {string} query @returns {Query} */
export function parseQuery(query) {
  const named = new URLSearchParams(query);
  const whole = (name, least, most, otherwise) => {
    const text = named.get(name) ?? "";
    return /^[0-9]{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : otherwise;
  };
  const texts = [...new Set((named.get("show") ?? "").toUpperCase().split(","))];
  const show = texts.map(parseMarker).filter((marker) => marker !== null).slice(0, MOST_MARKERS);
  const to = whole("to", 1, MAX_DECKS, 0);
  const from = whole("from", 1, to || MAX_DECKS, 1);
  const law = named.get("law") ?? "";
  return {
    show: show.length ? show : FIRST,
    from, to,
    over: whole("over", 1, MAX_DECKS, MAX_DECKS),
    law: Object.hasOwn(STATISTICS, law) ? law : "inversions",
    upto: whole("upto", 1, Number.MAX_SAFE_INTEGER, null),
    simulated: whole("simulated", 0, 1_000_000, null),
  };
}

/** The shortest URL of a query. @param {Query} asked */
export function buildQuery({ show, from, to, over, law, upto, simulated }) {
  const named = new URLSearchParams();
  const markers = show.map(markerText).join(",");
  if (markers !== FIRST.map(markerText).join(",")) named.set("show", markers);
  if (from !== 1) named.set("from", String(from));
  if (to !== 0) named.set("to", String(to));
  if (over !== MAX_DECKS) named.set("over", String(over));
  if (law !== "inversions") named.set("law", law);
  if (upto !== null) named.set("upto", String(upto));
  if (simulated !== null) named.set("simulated", String(simulated));
  // A comma needs no escape in a URL.
  return named.toString().replaceAll("%2C", ",");
}

/**
 * Adds or removes a marker. There is always at least one, and never too many.
 * @param {Marker[]} show
 * @param {Marker} marker
 */
export function toggleMarker(show, marker) {
  const rest = show.filter((each) => markerText(each) !== markerText(marker));
  if (rest.length < show.length) return rest.length ? rest : show;
  return [...show, marker].slice(-MOST_MARKERS);
}
