// Decks that many tables share (cribfair/3), as in rng/shared_decks.py.

import { hex, lp, uint32Bytes, unhex, utf8 } from "./bytes.js";
import { H, PROTOCOL } from "./cribfair.js";
import { isCanonical } from "./json.js";
import { hmacSha512 } from "./sha2.js";

export const LINKS_A_ROUND = 16;
export const MOST_ROUNDS = 64;

/**
 * @typedef {{set: string, round: number, tip: string, root: string}} Shared a round of a set
 * @typedef {{game: string, tip: string, context: string, secrets: string[]}} SameAs a finished game whose cards
 *   are repeated
 */

const label = (name) => utf8(`${PROTOCOL}|${name}`);
const isHex = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/**
 * The source of a game without its own decks, from unambiguous params: a round of a set, or another game's decks; null
 * if they name none.
 * @param {string} params @returns {Shared | SameAs | null}
 */
export function sourceNamed(params) {
  const read = isCanonical(params) ? JSON.parse(params) : null;
  if (!isObject(read) || (Object.hasOwn(read, "shared") && Object.hasOwn(read, "same_as"))) return null;
  if (isShared(read.shared)) return read.shared;
  return isSameAs(read.same_as) ? read.same_as : null;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isNamed = (value, names) => isObject(value) && Object.keys(value).sort().join(" ") === names;

function isShared(shared) {
  if (!isNamed(shared, "root round set tip")) return false;
  const isRound = Number.isInteger(shared.round) && 1 <= shared.round && shared.round <= MOST_ROUNDS;
  return isRound && typeof shared.set === "string" && /^[ -~]{1,16}$/.test(shared.set) && isHex(shared.tip) &&
    isHex(shared.root);
}

function isSameAs(sameAs) {
  if (!isNamed(sameAs, "context game secrets tip")) return false;
  const { game, tip, context, secrets } = sameAs;
  const isGame = typeof game === "string" && /^[0-9A-Za-z_-]{1,16}$/.test(game);
  return isGame && isHex(tip) && isHex(context) && Array.isArray(secrets) && secrets.length === 2 &&
    secrets.every(isHex);
}

/** The link this many steps before. @param {string} set @param {Uint8Array} link @param {number} steps */
export function linkBack(set, link, steps) {
  for (let step = 0; step < steps; step++) link = H(label("set-chain"), utf8(set), link);
  return link;
}

/**
 * The link of the deal before, or before the first deal the tip.
 * @param {Shared} shared
 * @param {number} d
 * @param {Uint8Array} link
 */
export function linkBeforeDeal({ set, round }, d, link) {
  if (d > LINKS_A_ROUND) return link; // all further deals use the last link of their round
  return linkBack(set, link, d === 1 ? (round - 1) * LINKS_A_ROUND + 1 : 1);
}

/** A player's commitment. @param {string} set @param {string} player @param {Uint8Array} secret */
export const entrantCommitment = (set, player, secret) => H(label("entrant"), utf8(set), utf8(player), secret);

const byPlayer = (one, other) => (one.player === other.player ? 0 : one.player < other.player ? -1 : 1);

/** @typedef {{player: string, commitment: string, secret: string | null}} Entrant */

/**
 * The root that every deck follows from, apart from the links, in a set without a delay.
 * @param {string} params @param {string} tip @param {Entrant[]} entrants
 */
export const rootOf = (params, tip, entrants) => hashParts("root", params, tip, entrants);

/** The start of a set's delay. @param {string} params @param {string} tip @param {Entrant[]} entrants */
export const mixOf = (params, tip, entrants) => hashParts("mix", params, tip, entrants);

/** A hash of all revealed values, by player. A player who did not reveal their secret only has a commitment. */
function hashParts(purpose, params, tip, entrants) {
  const parts = [...entrants].sort(byPlayer).flatMap(
    ({ player, commitment, secret }) => [utf8(player), unhex(commitment), unhex(secret ?? "")],
  );
  return H(label(purpose), utf8(params), unhex(tip), ...parts);
}

/**
 * The 64 bytes that deal d of a round is shuffled from.
 * @param {Shared} shared
 * @param {number} d
 * @param {Uint8Array} link
 */
export const sharedDealKey = ({ root, round }, d, link) =>
  hmacSha512(link, lp(label("deal"), unhex(root), uint32Bytes(round), uint32Bytes(d)));

/** The seat that deals first at every table of a round. @param {Shared} shared @returns {number} */
export const firstDealer = ({ root, round }) => H(label("first-dealer"), unhex(root), uint32Bytes(round))[0] & 1;

/**
 * The seed of the choices of bots in a round, in hex.
 * @param {Shared} shared
 * @param {Uint8Array} last the last link of the round
 */
export const roundStream = ({ root, round }, last) =>
  hex(H(label("round-stream"), unhex(root), uint32Bytes(round), last));
