/** Describes the result of a search by the clock, and of the same search on a deal of ours. Pure. */

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

/** The other seat's cards in a deck, and the starter. @param {string[]} cards @param {"pone" | "dealer"} seat */
export const layOut = (cards, seat) => (
  { opponent: PLACES[OTHER_SEAT[seat]].map((place) => cards[place]), starter: cards[STARTER], deck: cards }
);

/** The number of milliseconds that are still possible. @param {ClockProgress} progress */
export const remainingTimes = ({ searched, toSearch, states }) => toSearch - searched + states.length;

/** The number of times that remained after each card. @param {string[]} cards @param {ClockProgress} progress */
export const describeTimesLeft = (cards, { left }) =>
  cards.map((card, n) => gettext("after the {card}: {left}", { card: cardSign(card), left: formatCount(left[n]) }));

/** The result of the search, in a sentence. @param {ClockResult} result @param {"clock" | "ours"} dealt */
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
    return gettext("None of {all} milliseconds deals these seven cards ({took}): they weren’t dealt by the clock.", about);
  }
  if (toSearch < DAY_MS) return gettext(
    "None of {all} milliseconds deals these seven cards ({took}). Your clock and the server’s are further apart: search the whole day.",
    about,
  );
  return gettext("None of {all} milliseconds deals these seven cards ({took}).", about);
}

/** The result of guessing the server's part. @param {GuessResult} result */
export function describeGuessing({ progress: { tried, found }, seconds }) {
  const about = {
    tried: formatCount(tried), took: gettext("{seconds} seconds", { seconds: fixed(seconds, 1) }),
    rate: formatNumber(Math.round(tried / seconds)), power: raised(yearsPower(tried / seconds)),
  };
  if (found.length) return gettext(
    "One of {tried} guesses at the server’s 256 bits deals these seven cards. This should never happen: please tell us.",
    about,
  );
  return gettext(
    "None of {tried} guesses at the server’s 256 bits deals these cards ({took}). At {rate} guesses a second your browser would need 10{power} years to try them all.",
    about,
  );
}

/**
 * Whether the revealed value matches the server's commitment, and makes that deck together with the known values.
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
      "The server has revealed its 256 bits. Together with both players’ parts they make this deck of 52 cards. Their hash is the one that the server sent with your six cards.",
    )
    : gettext("The server has revealed other values than it committed to: the hash or the deck differs.");

/** The number of secrets still to guess. @param {import("./secret-guessing.js").GuessProgress} progress */
export const remainingSecrets = ({ tried }) => `2${raised(256)} − ${formatCount(tried)}`;

/** Describes the progress in a sentence. @param {"clock" | "guess"} kind */
export function describeWork(kind) {
  return kind === "clock"
    ? gettext("Trying every millisecond…")
    : gettext("No millisecond matches. Guessing the server’s secret…");
}
