/** After a game of an event: how the player stands in it now, and the way back, where there would be a rematch. */

import { get } from "../ui/api.js";
import { setText } from "../ui/dom.js";
import { gettext, ngettext } from "../ui/translate.js";

/** @param {{place: number | null, points: number, games: number, of: number}} mine  my line in the order */
export function describePlace({ place, points, games, of }) {
  if (place === null) return "";
  const has = ngettext("{n} point", "{n} points", points);
  return gettext("You’re number {place} with {points}, after game {games} of {of}.", { place, points: has, games, of });
}

export class EventResult {
  /** @param {HTMLElement} status @param {(says: string) => void} announce */
  constructor(status, announce) {
    Object.assign(this, { status, announce, isLoaded: false });
  }

  /** Says how the player stands, once the game is over; a watcher has the way to the event alone. @param {import("./store.js").Who} who */
  async show({ you }) {
    if (this.isLoaded || you === null) return;
    this.isLoaded = true;
    const { ok, body } = await get(`/api/events/${this.status.dataset.event}/mine`);
    if (!ok || body.line === null) return;
    const says = describePlace({ ...body.line, of: body.games });
    setText(this.status, says);
    if (says) this.announce(says);
  }
}
