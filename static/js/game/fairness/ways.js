/**
 * Holds a game that is dealt from shared decks to what its player asked for: only a daily game, an event and an
 * invitation lead to such decks, and none of these games is rated. Pure.
 */

import { gettext } from "../../ui/translate.js";
import { SHARED_PROTOCOL } from "../../rng/cribfair.js";
import { sourceOf } from "./deal-links.js";

/**
 * What each way may lead to beside decks of the game's own; a way that is not known may lead to anything.
 * @type {Record<import("../../ui/asked-games.js").Way, string[]>}
 */
const MAY_SHARE = { asked: [], daily: ["set"], invitation: ["game"] };

/**
 * What is wrong with the decks of a game, by how this browser came to it; null if nothing is.
 * @param {{version: string, params: string}} fair
 * @param {{way: import("../../ui/asked-games.js").Way | null, isRated: boolean}} table
 * @returns {string | null}
 */
export function wayFault(fair, { way, isRated }) {
  if (fair.version !== SHARED_PROTOCOL) return null;
  if (isRated || JSON.parse(fair.params).rated === true) {
    return gettext("This game is rated, and dealt from shared decks. The server could have chosen every card.");
  }
  const source = sourceOf(fair);
  const kind = source && ("set" in source ? "set" : "game");
  if (!way || MAY_SHARE[way]?.includes(kind)) return null;
  return gettext(
    "You asked for a game of its own, and the server deals it from shared decks. It could have chosen every card.",
  );
}

/**
 * @typedef {{source?: string, way?: import("../../ui/asked-games.js").Way}} Known what a browser has found of the
 *   source of shared decks, as `proof/evidence/source.js` calls it, and how it came to the game
 */

const UNVOUCHED = {
  unread: gettext(
    "These decks are shared with other tables, and this page could not check yet where they come from.",
  ),
  apart: gettext(
    "These decks are shared with other tables, and this browser had no part in them. So it can’t confirm that no one chose them.",
  ),
  again: gettext("These decks are shared with other tables, and you were dealt them in another game before."),
  undelayed: gettext(
    "These decks are shared with other tables. They have no delay, or a short one, so the last secret could be chosen.",
  ),
  early: gettext(
    "These decks are shared with other tables. After this browser’s secret there was time to try others, and to choose the last one.",
  ),
  uncomputed: gettext(
    "These decks are shared with other tables, and this page still has to compute their delay again.",
  ),
  unlogged: gettext("These decks are shared with other tables, and the public log is not shown to hold them yet."),
  uninvited: gettext(
    "These are the cards of another game, and this browser does not know that you were invited to them.",
  ),
};
const VOUCHED = {
  mixed: gettext("These decks are shared with other tables. A secret of this browser is mixed into them."),
  same: gettext(
    "These are the cards of another game, whose transcript was checked. Your secret has no part in them: the player who invited you could have chosen them together with the server.",
  ),
};

/** Whether a browser vouches for shared decks. @param {Known} known */
export const isVouched = ({ source, way }) => source === "mixed" || (source === "same" && way === "invitation");

/** Where shared decks come from, as far as a browser knows. @param {Known} known @returns {string} */
export function describeSource(known) {
  const { source = "unread" } = known;
  if (isVouched(known)) return VOUCHED[source];
  return UNVOUCHED[source === "same" ? "uninvited" : source];
}
