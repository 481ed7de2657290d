/** Describes how long a player has for a move, in games with a day for each. Pure. */

import { gettext, language, ngettext } from "../../ui/translate.js";

const HOUR = 3_600_000;

/** Rounded to whole hours, as on the server's pages and in mails. */
export const describeLeft = (ms) =>
  ms < HOUR ? gettext("less than an hour left") : ngettext("{n} hour left", "{n} hours left", Math.round(ms / HOUR));

/** Until when a game is paused. @param {number} until in milliseconds */
export const describeVacation = (until) =>
  gettext(
    "on vacation until {day}",
    { day: new Date(until).toLocaleDateString(language(), { day: "numeric", month: "short" }) },
  );
