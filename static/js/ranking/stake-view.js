/** Shows the stakes of a rated game for the player. */

import { html } from "../ui/dom.js";
import { describeStake, exchange, exchangeBetweenEquals } from "./exchange.js";

/** The stake of a rated game against a player with these points, or null if one of the two has none. */
export function stakeAgainst(own, opponent, even = false) {
  if (own === null || opponent === null) return null;
  const { why, ...at } = even ? exchangeBetweenEquals(own) : exchange(own, opponent);
  return { says: describeStake(at), why };
}

/**
 * Shows the stake of a rated game, and its reason on demand. `own` are the player's points, null without an account.
 */
export function buildStakes(seek, own) {
  const at = seek.rated ? stakeAgainst(own, seek.points, Boolean(seek.ahead)) : null;
  return at && html("details", { class: "stake" }, html("summary", {}, at.says), html("p", {}, at.why));
}
