/** The line of the front page that tells of the next event. */

import { byId, setText } from "../../ui/dom.js";
import { describeMoment } from "../../ui/words/local-time.js";
import { gettext, ngettext } from "../../ui/translate.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** @param {{running: boolean, starts: number}} event @param {number} now */
export function describeStart({ running, starts }, now) {
  if (running) return gettext("running now");
  const left = starts - now;
  if (left > HOUR) return describeMoment(starts, now);
  return ngettext("starts in {n} minute", "starts in {n} minutes", Math.max(1, Math.ceil(left / MINUTE)));
}

/** @param {object | null} event  as the lobby's frames have it */
export function drawNextEvent(event) {
  const line = byId("next-event");
  line.hidden = !event;
  if (!event) return;
  const part = (name) => line.querySelector(`[data-part=${name}]`);
  const path = `/events/${encodeURIComponent(event.id)}`;
  setText(part("title"), event.title);
  setText(part("when"), describeStart(event, Date.now()));
  setText(part("entrants"), ngettext("{n} entered", "{n} entered", event.entrants));
  setText(part("go"), event.joined ? gettext("Open") : gettext("Join"));
  part("go").classList.toggle("quiet", event.joined);
  for (const link of [part("title"), part("go")]) link.setAttribute("href", path);
}
