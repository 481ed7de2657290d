/** Shows times in the reader's time zone. The server writes them in UTC. */

import { setText } from "../dom.js";
import { gettext, language } from "../translate.js";

const DAY = 24 * 60 * 60_000;

/** "today 20:00", "tomorrow 20:00", "Fri 4 Dec, 20:00". @param {number} moment @param {number} now */
export function describeMoment(moment, now) {
  const [then, today] = [new Date(moment), new Date(now)];
  const time = then.toLocaleTimeString(language(), { hour: "numeric", minute: "2-digit" });
  const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((midnight(then) - midnight(today)) / DAY);
  if (days === 0) return gettext("today {time}", { time });
  if (days === 1) return gettext("tomorrow {time}", { time });
  const date = then.toLocaleDateString(
    language(),
    { weekday: "short", day: "numeric", month: "short", year: Math.abs(days) > 180 ? "numeric" : undefined },
  );
  return gettext("{date}, {time}", { date, time });
}

/** @param {ParentNode} page */
export function showLocalTimes(page) {
  for (const node of page.querySelectorAll("time[data-local]")) {
    setText(node, describeMoment(Date.parse(node.dateTime), Date.now()));
  }
}
