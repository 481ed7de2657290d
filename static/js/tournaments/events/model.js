/**
 * Texts of an event's page about time, and about the visitor. Pure.
 *
 * @typedef {object} Event  from the server, with times in milliseconds
 * @property {"announced" | "running" | "closed" | "over" | "void"} state
 * @property {number} starts
 * @property {number} closes  no game begins after this
 * @property {number} ends  when the last games have to be over
 * @property {boolean} paused
 * @property {Set<string>} traits  of its kind: `PAGE_TRAITS` of the server
 */

import { describeMoment } from "../../ui/words/local-time.js";
import { gettext, ngettext, pgettext } from "../../ui/translate.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Whether there is anything left to direct. @param {Event} event */
export const isAlive = ({ state }) => ["announced", "running", "closed"].includes(state);

/**
 * The actions that a director may take now. A director on one side of a duel cannot change its result, but a host can.
 */
export function deedsOf(event, { isHost, plays, hasPlayers, hasDisqualified = false }) {
  const { state, paused, rival, traits } = event;
  const hasSide = rival !== null || (event.team_size > 0 && plays);
  const isImpartial = isHost || !hasSide;
  const mayRule = isImpartial && (isHost || !plays);
  const correct = mayRule && ["running", "closed", "over"].includes(state) && traits.has("allows_corrections") &&
    !event.decks && (!event.ended || Date.now() - event.ended < DAY);
  if (!isAlive(event)) return { correct };
  return {
    message: true,
    pause: !paused,
    resume: paused,
    extend: true,
    end: state === "running" && isImpartial,
    void: state === "announced" || isImpartial,
    disqualify: mayRule && hasPlayers,
    reinstate: mayRule && hasDisqualified && (state === "announced" || traits.has("allows_corrections")),
    correct,
  };
}

/** "1:04:05", "14:05", or the number of days. @param {number} ms */
export function describeSpan(ms) {
  if (ms >= 2 * DAY) return ngettext("{n} day", "{n} days", Math.floor(ms / DAY));
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * The event's clock: the moment it counts down to, and the time left.
 * @param {Event} event
 * @returns {{says: string, left: number | null}}
 */
export function readClock(event, now) {
  const until = (says, moment) => ({ says, left: Math.max(0, moment - now) });
  if (event.state === "void") return { says: gettext("This event is called off"), left: null };
  if (event.state === "over") return { says: gettext("This event is over"), left: null };
  if (event.paused) return { says: gettext("Paused by the host"), left: null };
  if (event.state === "closed") return until(gettext("The last games end within"), event.ends);
  if (event.state === "announced" && now < event.starts) return until(gettext("Starts in"), event.starts);
  if (event.state === "announced") return { says: gettext("Starting…"), left: null };
  if (!event.traits.has("counts_down_to_close")) return { says: gettext("The games are being played"), left: null };
  if (event.step) return readRound(event.step, now);
  return until(gettext("New games for"), event.closes);
}

/** The moment that the clock of simultaneous rounds counts down to. */
function readRound({ open, until, round, rounds, stage, shuffled }, now) {
  if (stage === "delaying") {
    return { says: gettext("Shuffling for all tables: {done}%", { done: Math.floor(100 * shuffled) }), left: null };
  }
  if (open) return { says: gettext("Round {n} of {rounds}", { n: round, rounds }), left: Math.max(0, until - now) };
  return {
    says: round === 0 ? gettext("The players reveal their parts of the shuffle") : gettext("The next round begins"),
    left: null,
  };
}

/**
 * When it starts, or until when new games begin, in the reader's time zone.
 * @param {Event} event
 * @param {number} now
 */
export const describeUntil = ({ state, traits, starts, closes, step }, now) =>
  state === "running" && traits.has("counts_down_to_close") && !step
    ? gettext("until {time}", { time: describeMoment(closes, now) })
    : describeMoment(starts, now);

/**
 * The announcement that is due a minute before the start, or before the close.
 * @param {Event} event
 * @returns {{key: string, says: string} | null}
 */
export function warnOf(event, now) {
  const isNear = (moment) => moment > now && moment - now <= MINUTE;
  if (event.paused) return null;
  if (event.state === "announced" && isNear(event.starts)) {
    return {
      key: `start ${event.starts}`,
      says: gettext("It starts in a minute. Stay on this page: your table opens by itself."),
    };
  }
  if (event.state === "running" && event.traits.has("counts_down_to_close") && !event.step && isNear(event.closes)) {
    return { key: `close ${event.closes}`, says: gettext("One more minute: after that no new games begin.") };
  }
  return null;
}

/** Whether a page may open a table automatically: not while its reader is typing or answering a question. */
export const mayLeave = ({ hidden, typing, asked }) => !(hidden || typing || asked);

/**
 * Describes the result of a game, for its row on my card.
 * @param {{points: number, ending: string, won: boolean | null, disqualified?: boolean}} game
 */
export function describeEnding({ ending, won, points, disqualified }) {
  if (disqualified) return won ? gettext("they were disqualified") : gettext("you were disqualified");
  if (ending === null) return gettext("being played");
  if (ending === "void") return gettext("doesn’t count");
  if (ending === "hidden") return gettext("done: it counts when the round closes");
  if (won === null) return gettext("neither player came");
  if (ending === "no_show") return won ? gettext("they didn’t come") : gettext("you didn’t come");
  if (ending === "given_up") return won ? gettext("they gave up") : gettext("you gave up");
  if (won) return points > 2 ? gettext("won, a skunk") : pgettext("one game", "won");
  return pgettext("one game", "lost");
}

/** Describes the current activity of a player in the standings. @param {string} state @returns {string} */
export function describeState(state) {
  switch (state) {
    case "playing":
      return gettext("playing");
    case "paused":
      return gettext("paused");
    case "banned":
      return gettext("banned");
    case "left":
      return gettext("left");
    case "out":
      return gettext("disqualified");
    case "done":
      return gettext("all games played");
    case "free":
      return gettext("waiting");
    default:
      return "";
  }
}
