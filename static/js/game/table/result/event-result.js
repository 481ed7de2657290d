/** After a game of an event: how the player stands in it now, and the way back, where there would be a rematch. */

import { get } from "../../../ui/api.js";
import { setText } from "../../../ui/dom.js";
import { gettext, ngettext } from "../../../ui/translate.js";

/** @param {{place: number | null, points: number, games: number, of: number}} mine  my line in the order */
export function describePlace({ place, points, games, of }) {
  if (place === null) return "";
  const has = ngettext("{n} point", "{n} points", points);
  return gettext("You’re number {place} with {points}, after game {games} of {of}.", { place, points: has, games, of });
}

/**
 * Says how the player stands; a watcher has the way to the event alone.
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
