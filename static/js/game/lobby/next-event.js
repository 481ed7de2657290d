/** The front page's lines about the running event and the next one. */

import { byId, setText } from "../../ui/dom.js";
import { gettext, ngettext } from "../../ui/translate.js";

const MINUTE = 60_000;
const EVERY = 15_000;

/** @type {object | null} */
let shown = null;

/** @param {number} starts @param {number} now */
export function describeStart(starts, now) {
  const left = Math.max(1, Math.ceil((starts - now) / MINUTE));
  const [hours, minutes] = [Math.floor(left / 60), left % 60];
  if (hours) return gettext("starts in {hours} h {minutes} min", { hours, minutes });
  return ngettext("starts in {n} minute", "starts in {n} minutes", minutes);
}

export function describeWay({ joined, may_join: mayJoin }) {
  if (joined) return gettext("Open");
  return mayJoin ? gettext("Join") : gettext("Watch");
}

/** @param {object | null} event  from the lobby's frames */
export function drawNextEvent(event) {
  if (shown === null) setInterval(() => drawNextEvent(shown), EVERY);
  shown = event;
  drawLine(byId("next-event"), event, event?.running);
  drawLine(byId("coming"), event?.next);
  if (!event) return;
  const part = (name) => byId("next-event").querySelector(`[data-part=${name}]`);
  setText(part("tables"), event.tables ? ngettext("{n} table", "{n} tables", event.tables) : "");
  setText(part("entrants"), ngettext("{n} entered", "{n} entered", event.entrants));
  setText(part("go"), describeWay(event));
  part("go").classList.toggle("quiet", event.joined || !event.may_join);
}

function drawLine(line, event, isRunning = false) {
  line.hidden = !event;
  if (!event) return;
  const part = (name) => line.querySelector(`[data-part=${name}]`);
  setText(part("title"), event.title);
  setText(part("when"), isRunning ? gettext("running now") : describeStart(event.starts, Date.now()));
  for (const link of line.querySelectorAll("a")) link.setAttribute("href", `/events/${encodeURIComponent(event.id)}`);
}
