/**
 * A deal's link and key, for games with decks of their own and with shared ones. `fair` is that of
 * docs/reference/protocol.md.
 */

import { unhex } from "../../rng/bytes.js";
import { chained, context, dealKey, SHARED_PROTOCOL } from "../../rng/cribfair.js";
import { linkBeforeDeal, sharedDealKey, sourceNamed } from "../../rng/shared-decks.js";

/**
 * The source of a game's decks, or null if it has decks of its own or does not say.
 * @param {{version: string, params: string}} fair
 */
export const sourceOf = ({ version, params }) => (version === SHARED_PROTOCOL ? sourceNamed(params) : null);

/**
 * The round of a set that a game is dealt from, or null.
 * @param {{version: string, params: string}} fair
 */
export function sharedBy(fair) {
  const source = sourceOf(fair);
  return source && "set" in source ? source : null;
}

/**
 * The game whose cards a game repeats, or null.
 * @param {{version: string, params: string}} fair
 */
export function sameAs(fair) {
  const source = sourceOf(fair);
  return source && "game" in source ? source : null;
}

/**
 * The first deal that has a link: decks of a set have no cut for deal.
 * @param {{version: string, params: string}} fair
 */
export const firstLinked = (fair) => (fair.version === SHARED_PROTOCOL && !sameAs(fair) ? 1 : 0);

/** The link of the deal before, or the tip. @param {object} fair @param {number} d @param {Uint8Array} link */
export function linkBefore(fair, d, link) {
  const source = sourceOf(fair);
  if (source && "set" in source) return linkBeforeDeal(source, d, link);
  return chained(source ? source.game : fair.game, link);
}

/** The key that a deal is shuffled from. @param {object} fair @param {number} d @param {Uint8Array} link */
export function keyOf(fair, d, link) {
  const source = sourceOf(fair);
  if (source && "set" in source) return sharedDealKey(source, d, link);
  if (source) return dealKey(unhex(source.context), d, link, ...source.secrets.map(unhex));
  return dealKey(
    context(fair.params, unhex(fair.tip), ...fair.commitments.map(unhex)),
    d,
    link,
    ...fair.secrets.map(unhex),
  );
}
