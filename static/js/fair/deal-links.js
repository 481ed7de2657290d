/** A deal's link and key, whether its game has decks of its own or shares them. `fair` is that of docs/protocol.md. */

import { unhex } from "./bytes.js";
import { chained, context, dealKey, SHARED_PROTOCOL } from "./cribfair.js";
import { linkBeforeDeal, sharedDealKey, sharedDecks } from "./shared-decks.js";

/** The decks that a game shares with others; null where it has its own. @param {{version: string, params: string}} fair */
export function sharedBy({ version, params }) {
  return version === SHARED_PROTOCOL ? sharedDecks(params) : null;
}

/** The first deal that has a link: shared decks have no cut for deal. @param {{version: string}} fair */
export const firstLinked = ({ version }) => (version === SHARED_PROTOCOL ? 1 : 0);

/** The link of the deal before, or the tip. @param {object} fair @param {number} d @param {Uint8Array} link */
export function linkBefore(fair, d, link) {
  const shared = sharedBy(fair);
  return shared ? linkBeforeDeal(shared, d, link) : chained(fair.game, link);
}

/** The key that a deal is shuffled from. @param {object} fair @param {number} d @param {Uint8Array} link */
export function keyOf(fair, d, link) {
  const shared = sharedBy(fair);
  if (shared) return sharedDealKey(shared, d, link);
  return dealKey(context(fair.params, unhex(fair.tip), ...fair.commitments.map(unhex)), d, link, ...fair.secrets.map(unhex));
}
