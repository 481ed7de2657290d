/** Describes stakes, waits, company and games in progress. Pure. */

import { describeStake, exchange } from "../game/exchange.js";
import { gettext, ngettext } from "../ui/translate.js";

/** Describes how long somebody has waited, in steps coarse enough not to flicker. */
export function describeWait(seconds) {
  if (seconds < 10) return gettext("just came");
  if (seconds < 60) return gettext("waiting {n} s", { n: Math.floor(seconds / 10) * 10 });
  if (seconds < 3600) return gettext("waiting {n} min", { n: Math.floor(seconds / 60) });
  return gettext("waiting {n} h", { n: Math.floor(seconds / 3600) });
}

/** The stake of a rated game against somebody with so many points; null if one of the two has none. */
export function stakeAgainst(own, opponent) {
  if (own === null || opponent === null) return null;
  const { why, ...at } = exchange(own, opponent);
  return { says: describeStake(at), why };
}

/** Describes how many people are here, for the card that invites to play them. */
export function describeCompany(count, you) {
  const others = you === null ? count : count - 1;
  if (others <= 0) return gettext("Be the first to sit down");
  return ngettext("{n} other player is here", "{n} other players are here", others);
}

export const describeInProgress = (games, name) =>
  ngettext("You have a game in progress against {name}.", "You have {n} games in progress, the newest against {name}.", games, { name });
