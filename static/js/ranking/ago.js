/** Describes how long ago something was, in words coarse enough not to flicker. Pure. */

import { gettext, language, ngettext } from "../ui/translate.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YESTERDAYS = 7;

/**
 * @param {number} then  milliseconds, like `now`
 * @param {number} now
 */
export function ago(then, now) {
  const past = now - then;
  if (past < MINUTE) return gettext("just now");
  if (past < HOUR) return gettext("{n} min ago", { n: Math.floor(past / MINUTE) });
  if (past < DAY) return gettext("{n} h ago", { n: Math.floor(past / HOUR) });
  if (past < 2 * DAY) return gettext("yesterday");
  if (past < YESTERDAYS * DAY) return ngettext("{n} day ago", "{n} days ago", Math.floor(past / DAY));
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", year: "numeric" }).format(then);
}
