/**
 * Holds a named first dealer to the reason in the params, as far as this browser knows: what its player asked for, and
 * what it kept of the game before. Pure.
 *
 * @typedef {object} Known
 * @property {0 | 1 | null} you
 * @property {import("../../ui/asked-games.js").Way | null} way how this browser came to the game
 * @property {string | null} [rematchOf] the game that its player wanted a rematch of; null: a new game; undefined: it
 *   does not know
 * @property {string | null} [event] the event from whose page its player came
 * @property {object | null} earlier what it kept of the game that the reason names, as `game-storage.js` has it
 */

import { SHARED_PROTOCOL, SIGNED_PROTOCOL } from "../../rng/cribfair.js";
import { gettext } from "../../ui/translate.js";
import { isReason } from "./transcript-shape.js";

/** @typedef {{kind: "rematch_of" | "alternates_with" | "event", of: string}} Reason  `of`: the game, or the event */

const NEW_GAME = gettext("You asked for a new game, in which the players cut for deal. The server named the first dealer.");
const OTHER_REMATCH = gettext("The server dealt the rematch of another game than you asked for.");
const NO_REASON = gettext("The server gave no valid reason for the first dealer.");
const STRANGERS = gettext("The game before was played by others, or from other seats.");
const WRONG_DEALER = gettext("By the game before, the other player should have dealt first.");

/** @param {{params: string}} fair @returns {Reason | null} null where there is none, or none that is valid */
export function reasonOf({ params }) {
  const { first_dealer_because: named } = JSON.parse(params);
  if (!isReason(named)) return null;
  const [[kind, of]] = Object.entries(named);
  return { kind, of };
}

/** The game that decides who deals first, or null. @param {{params: string}} fair @returns {string | null} */
export function earlierGame(fair) {
  const reason = reasonOf(fair);
  return reason && reason.kind !== "event" ? reason.of : null;
}

/**
 * Whether the server named the first dealer of a game with decks of its own.
 * @param {{version: string, params: string}} fair
 */
export const isDealerNamed = ({ version, params }) =>
  version !== SHARED_PROTOCOL && (JSON.parse(params).first_dealer ?? null) !== null;

/**
 * Returns a fault of the reason for the first dealer, or null.
 * @param {{version: string, params: string, game: string}} fair
 * @param {Known} known
 * @returns {string | null}
 */
export function dealerFault(fair, known) {
  const { first_dealer: first, first_dealer_because: named } = JSON.parse(fair.params);
  const reason = reasonOf(fair);
  const isNamed = isDealerNamed(fair);
  if (named !== undefined && (!reason || !isNamed || earlierGame(fair) === fair.game)) return NO_REASON;
  if (fair.version !== SIGNED_PROTOCOL) return null;
  const { way, rematchOf, earlier } = known;
  if (isNamed && reason && rematchOf && reason.of !== rematchOf) return OTHER_REMATCH;
  if (isNamed && way === "asked" && rematchOf === null) return NEW_GAME;
  const kind = reason?.kind ?? (rematchOf && !isNamed ? "rematch_of" : null);
  return earlier && kind && kind !== "event" ? beforeFault(fair, { kind, first, ...known }) : null;
}

/** Whether what this browser kept of the game before leads to another first dealer. */
function beforeFault(fair, { kind, first, you, earlier }) {
  const sat = earlier.you;
  if (you === null || (sat !== 0 && sat !== 1) || !earlier.pins?.params) return null;
  const [now, before] = [idsOf(fair.params), idsOf(earlier.pins.params)];
  const areSame = (seat, of) => now.ids[seat] === before.ids[of];
  if (now && before && now.signer === before.signer && !(areSame(you, sat) && areSame(1 - you, 1 - sat))) {
    return STRANGERS;
  }
  if (kind === "alternates_with") {
    const dealt = firstDealtBy(earlier);
    return dealt !== null && (dealt === sat) === (first === you) ? WRONG_DEALER : null;
  }
  if (sat !== you) return STRANGERS;
  const ended = resultOf(earlier);
  return ended && first !== (ended.winner === null ? null : 1 - ended.winner) ? WRONG_DEALER : null;
}

/** The ids of the players, which can be compared if they are of 20 digits and made with the same key. */
function idsOf(params) {
  const { players, signer } = JSON.parse(params);
  return players?.every((id) => /^[0-9]{20}$/.test(id)) ? { ids: players, signer } : null;
}

/** How a game ended, as this browser saw it; null if it did not. @param {object} kept */
export const resultOf = ({ seen }) => Object.values(seen ?? {}).find(({ result }) => result)?.result ?? null;

/** The seat that dealt first, as this browser saw it, or null. */
const firstDealtBy = ({ seen, pins }) => JSON.parse(pins.params).first_dealer ?? seen?.[0]?.dealer ?? null;

/** Whether this browser played the game before, and saw what decides who deals first. */
function isDecided({ earlier }, { kind }) {
  if (!earlier?.secret || earlier.elsewhere || !earlier.pins?.params) return false;
  return kind === "rematch_of" ? resultOf(earlier) !== null : firstDealtBy(earlier) !== null;
}

/** Whether its player came from the event of which both games are, and no other game followed the one before. */
function isNextOfMatch(fair, { event, earlier }) {
  const before = earlier?.pins?.params ? reasonOf(earlier.pins) : null;
  const eventBefore = before?.kind === "event" ? before.of : earlier?.event;
  return Boolean(event) && eventBefore === event && (earlier.followedBy ?? fair.game) === fair.game;
}

/**
 * Why this browser can't confirm a named first dealer without a fault; null if it can.
 * @param {{params: string, game: string}} fair @param {Known} known @returns {string | null}
 */
export function dealerDoubt(fair, known) {
  const reason = reasonOf(fair);
  if (!reason) return gettext("The server named the first dealer, and didn’t say why.");
  if (reason.kind === "event") return gettext("The event’s rules decide who deals first. This page can’t check that.");
  if (reason.kind === "rematch_of" && known.rematchOf !== reason.of) {
    return gettext("This browser didn’t ask for this rematch, so it can’t confirm who deals first.");
  }
  if (reason.kind === "alternates_with" && !isNextOfMatch(fair, known)) {
    return gettext("This browser can’t tell which game of the match came before, so it can’t confirm who deals first.");
  }
  if (isDecided(known, reason)) return null;
  return gettext("This browser didn’t see the game before, so it can’t confirm who deals first.");
}

/** Why the first dealer is right. @param {{params: string}} fair */
export const describeDealer = (fair) =>
  reasonOf(fair).kind === "rematch_of"
    ? gettext("The first dealer is right: it is the loser of the game before, as this browser saw it end.")
    : gettext("The first dealer is right: it is the player who didn’t deal first in the game before.");
