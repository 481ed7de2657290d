/** Describes what a search by the clock found, and what came of the same on a deal of ours. Pure. */

import { hex, unhex, utf8 } from "../bytes.js";
import { cardText, dealKey, deck } from "../cribfair.js";
import { sha256 } from "../sha2.js";
import { cardSign } from "../../ui/cards/card-names.js";
import { fixed } from "../../ui/words/number-format.js";
import { formatNumber, gettext, ngettext } from "../../ui/translate.js";
import { dealByClock, DAY_MS } from "./clock-search.js";
import { PLACES, STARTER } from "./generator-search.js";
import { formatCount, OTHER_SEAT } from "./search-texts.js";
import { yearsPower } from "./secret-guessing.js";
import { raised } from "./shuffle-texts.js";

/**
 * @typedef {import("./clock-search.js").ClockProgress} ClockProgress
 * @typedef {{progress: ClockProgress, seconds: number}} ClockResult
 * @typedef {{progress: import("./secret-guessing.js").GuessProgress, seconds: number}} GuessResult
 * @typedef {{time: string, opponent: string[], starter: string, deck: string[], next: string[]}} Table
 */

const HOUR = 60 * 60 * 1000;
const two = (n) => String(n).padStart(2, "0");

/** 14:03:10.123, of a day in UTC. @param {number} milliseconds */
export function timeOfDay(milliseconds) {
  const [hours, minutes, seconds] = [HOUR, HOUR / 60, 1000].map((unit) => Math.floor(milliseconds / unit));
  return `${two(hours)}:${two(minutes % 60)}:${two(seconds % 60)}.${String(milliseconds % 1000).padStart(3, "0")}`;
}

/**
 * All cards that follow from a millisecond of the day.
 * @param {number} state
 * @param {"pone" | "dealer"} seat
 * @returns {Table}
 */
export const tableAt = (state, seat) => (
  { time: timeOfDay(state), next: [], ...layOut(dealByClock(state).map(cardText), seat) }
);

/** What a deck gives to the other seat, and the starter. @param {string[]} cards @param {"pone" | "dealer"} seat */
export const layOut = (cards, seat) => (
  { opponent: PLACES[OTHER_SEAT[seat]].map((place) => cards[place]), starter: cards[STARTER], deck: cards }
);

/** How many milliseconds may still be the one. @param {ClockProgress} progress */
export const remainingTimes = ({ searched, toSearch, states }) => toSearch - searched + states.length;

/** What every card left. @param {string[]} cards @param {ClockProgress} progress */
export const describeTimesLeft = (cards, { left }) =>
  cards.map((card, n) => gettext("after the {card}: {left}", { card: cardSign(card), left: formatCount(left[n]) }));

/** What came of the search, in a sentence. @param {ClockResult} result @param {"clock" | "ours"} dealt */
export function describeClockSearch({ progress: { toSearch, states }, seconds }, dealt) {
  const took = gettext("{seconds} seconds", { seconds: fixed(seconds, 1) });
  const about = { all: formatCount(toSearch), took, n: formatCount(states.length) };
  if (states.length) {
    return ngettext(
      "One of {all} milliseconds deals these seven cards: found in {took}.",
      "{n} of {all} milliseconds deal these seven cards, found in {took}.",
      states.length,
      about,
    );
  }
  if (dealt === "ours") {
    return gettext("None of {all} milliseconds deals these seven cards ({took}): no clock has dealt them.", about);
  }
  if (toSearch < DAY_MS) return gettext(
    "None of {all} milliseconds deals these seven cards ({took}). Your clock and the server’s are further apart: search the whole day.",
    about,
  );
  return gettext("None of {all} milliseconds deals these seven cards ({took}).", about);
}

/** What came of guessing the server's part. @param {GuessResult} result */
export function describeGuessing({ progress: { tried, found }, seconds }) {
  const about = {
    tried: formatCount(tried), took: gettext("{seconds} seconds", { seconds: fixed(seconds, 1) }),
    rate: formatNumber(Math.round(tried / seconds)), power: raised(yearsPower(tried / seconds)),
  };
  if (found.length) return gettext(
    "{tried} guesses at the server’s 256 bits, and one deals these seven cards. Please tell us: this should never happen.",
    about,
  );
  return gettext(
    "Then {tried} guesses at the server’s 256 bits in {took}, and none deals these cards. At {rate} a second your browser would need 10{power} years for all of them.",
    about,
  );
}

/**
 * Whether the server said before what it shows now, and its part makes that deck with what was known before.
 * @param {string} said its 64 hex digits and the deck @param {string} commitment @param
 *   {import("./secret-guessing.js").Known} known
 */
export function isOurDeal(said, commitment, { context, deal, secrets }) {
  const [link, ...cards] = said.split(" ");
  if (hex(sha256(utf8(said))) !== commitment) return false;
  const made = deck(dealKey(unhex(context), deal, unhex(link), ...secrets.map(unhex)));
  return made.map(cardText).join(" ") === cards.join(" ");
}

/** @param {boolean} isTrue */
export const describeOurDeal = (isTrue) =>
  isTrue
    ? gettext(
      "The server has shown its 256 bits: with what both players knew they make this deck, all 52 cards, and their hash is the one it sent with your six.",
    )
    : gettext("What the server shows now isn’t what it promised before: the hash or the deck differs.");

/** How many secrets are left to guess. @param {import("./secret-guessing.js").GuessProgress} progress */
export const remainingSecrets = ({ tried }) => `2${raised(256)} − ${formatCount(tried)}`;

/** How far it is, in a sentence. @param {"clock" | "guess"} kind */
export function describeWork(kind) {
  return kind === "clock"
    ? gettext("Dealing by every millisecond…")
    : gettext("No millisecond fits. Guessing the server’s secret…");
}
