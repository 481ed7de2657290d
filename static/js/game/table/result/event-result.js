/** After a game of an event: the player's place in it, and the link back, in place of a rematch. */

import { get } from "../../../ui/api.js";
import { setText } from "../../../ui/dom.js";
import { gettext, ngettext } from "../../../ui/translate.js";

/** @param {{place: number | null, points: number, games: number, of: number}} mine  my line in the standings */
export function describePlace({ place, points, games, of }) {
  if (place === null) return "";
  const has = ngettext("{n} point", "{n} points", points);
  return gettext("You’re number {place} with {points}, after game {games} of {of}.", { place, points: has, games, of });
}

/**
 * Shows the player's place. A watcher only gets the link to the event.
 * @param {HTMLElement} status
 * @param {import("../store.js").Who} who
 * @param {(says: string) => void} announce
 */
export async function showPlace(status, { you }, announce) {
  if (you === null) return;
  const { ok, body } = await get(`/api/events/${status.dataset.event}/mine`);
  if (!ok || body.line === null) return;
  const says = describePlace({ ...body.line, of: body.games });
  setText(status, says);
  if (says) announce(says);
}
