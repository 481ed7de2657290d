// The protocols cribfair/1 and cribfair/2, as in rng/commitment.py and rng/deal.py.

import { gettext } from "../ui/translate.js";
import { hex, lp, uint32Bytes, utf8 } from "./bytes.js";
import { hmacSha512, sha256 } from "./sha2.js";
import { twister } from "./twister.js";

export const PROTOCOL = "cribfair/1"; // its name is in every hash, because decks of all versions are made alike
export const SIGNED_PROTOCOL = "cribfair/2";
export const SHARED_PROTOCOL = "cribfair/3"; // signs like cribfair/2, and deals the same decks at many tables
export const VERSIONS = [PROTOCOL, SIGNED_PROTOCOL, SHARED_PROTOCOL];
export const LINKS = 256;

/** @typedef {{pone: number[], dealer: number[], starter: number}} Dealt */

/** Whether the server signs its frames of a game. @param {string} version */
export const isSignedBy = (version) => version === SIGNED_PROTOCOL || version === SHARED_PROTOCOL;

/** SHA-256 over the framed parts. @param {...Uint8Array} parts @returns {Uint8Array} */
export function H(...parts) {
  return sha256(lp(...parts));
}

/** The link before this one: one step along the chain. @param {string} game @param {Uint8Array} link */
export function chained(game, link) {
  return H(label("chain"), utf8(game), sized(gettext("A link"), link));
}

/** @param {string} game @param {Uint8Array} x0 the server's secret @returns {Uint8Array} */
export function chainTip(game, x0) {
  return along(game, x0, LINKS);
}

/** The server's part of deal d. @param {string} game @param {Uint8Array} x0 @param {number} d */
export function link(game, x0, d) {
  return along(game, x0, LINKS - 1 - dealNumber(d));
}

/** Whether a link proves itself against the one before it, or against the tip. @returns {boolean} */
export function follows(game, link, before) {
  return hex(chained(game, link)) === hex(before);
}

/** A seat's commitment. @param {string} game @param {0 | 1} seat @param {Uint8Array} secret */
export function seatCommitment(game, seat, secret) {
  if (seat !== 0 && seat !== 1) throw new Error(gettext("A seat is 0 or 1, not {seat}.", { seat }));
  return H(label("seat"), utf8(game), utf8(String(seat)), sized(gettext("A seat's secret"), secret));
}

/**
 * The server's commitment to its bot's part.
 * @param {string} game
 * @param {Uint8Array} stream
 */
export function streamCommitment(game, stream) {
  return H(label("bot"), utf8(game), sized(gettext("A bot's secret"), stream));
}

/**
 * The hash of all values that were fixed before any secret was revealed. @param {string} params hashed as its string
 */
export function context(params, tip, c0, c1) {
  return H(
    label("ctx"),
    utf8(params),
    sized(gettext("The tip"), tip),
    ...[c0, c1].map((part) => sized(gettext("A commitment"), part)),
  );
}

/**
 * Twenty hex digits in groups, for two players to compare by other means; null while unknown. From cribfair/2 on they
 * depend on both secrets, so no party can choose a commitment by its code.
 * @param {string} version @param {Uint8Array | null} ctx @param {(Uint8Array | null)[]} secrets
 */
export function tableCode(version, ctx, secrets = [null, null]) {
  if (!ctx || (version !== PROTOCOL && secrets.includes(null))) return null;
  const shown = version === PROTOCOL
    ? ctx
    : H(label("sas"), ctx, ...secrets.map((part) => sized(gettext("A seat's secret"), part)));
  return hex(shown).slice(0, 20).match(/.{5}/g).join(" ");
}

/** The 64 bytes that deal d is shuffled from. @returns {Uint8Array} */
export function dealKey(ctx, d, link, secret0, secret1) {
  const secrets = [secret0, secret1].map((part) => sized(gettext("A seat's secret"), part));
  const message = lp(label("deal"), sized(gettext("A context"), ctx), uint32Bytes(dealNumber(d)), ...secrets);
  return hmacSha512(sized(gettext("A link"), link), message);
}

/** Fisher-Yates with rejection. @param {{getrandbits(k: number): number}} r @param {number} n */
export function shuffle(r, n = 52) {
  const places = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const bits = 32 - Math.clz32(i + 1);
    let j = r.getrandbits(bits);
    while (j > i) j = r.getrandbits(bits);
    [places[i], places[j]] = [places[j], places[i]];
  }
  return places;
}

/**
 * The pairs that are turned to cut for deal: until two cards differ in rank.
 * @param {number[]} cards
 * @returns {number[][]}
 */
export function turnedPairs(cards) {
  const pairs = Array.from({ length: 26 }, (_, n) => cards.slice(2 * n, 2 * n + 2));
  const decided = pairs.findIndex(([one, other]) => one >> 2 !== other >> 2);
  return decided < 0 ? pairs : pairs.slice(0, decided + 1);
}

/** The seat with the lower card of a cut, which deals first. Aces are low. @param {number[]} cards @returns {0 | 1} */
export function lowerSeat(cards) {
  const [one, other] = turnedPairs(cards).at(-1);
  return one >> 2 > other >> 2 ? 1 : 0;
}

/** The 52 cards of one deal. @param {Uint8Array} key 64 bytes @returns {number[]} */
export function deck(key) {
  return shuffle(twister(key));
}

/** Six cards each, pone first and then every other; the next is the starter. @returns {Dealt} */
export function dealSix(cards) {
  return {
    pone: cards.slice(0, 12).filter((_, place) => place % 2 === 0),
    dealer: cards.slice(0, 12).filter((_, place) => place % 2 === 1),
    starter: cards[12],
  };
}

/** The notation of a card. @param {number} card 0 to 51 @returns {string} "5H", "TD", "AS" */
export function cardText(card) {
  return "A23456789TJQK"[card >> 2] + "CDHS"[card & 3];
}

function along(game, x, steps) {
  for (let step = 0; step < steps; step++) x = chained(game, x);
  return x;
}

function label(name) {
  return utf8(`${PROTOCOL}|${name}`);
}

function sized(what, part) {
  if (part.length !== 32) throw new Error(gettext("{what} must be 32 bytes long, not {n}.", { what, n: part.length }));
  return part;
}

function dealNumber(d) {
  if (!Number.isInteger(d) || d < 0 || d >= LINKS) {
    throw new Error(gettext("A deal's number is 0 to 255, not {d}.", { d }));
  }
  return d;
}
