/** Describes how long a player has for a move, in games with a day for each. Pure. */

import { gettext, language, ngettext } from "../../ui/translate.js";

const HOUR = 3_600_000;

export const describeLeft = (ms) =>
  ms < HOUR ? gettext("less than an hour left") : ngettext("{n} hour left", "{n} hours left", Math.floor(ms / HOUR));

/** Until when a game rests. @param {number} until in milliseconds */
export const describeVacation = (until) =>
  gettext(
    "on vacation until {day}",
    { day: new Date(until).toLocaleDateString(language(), { day: "numeric", month: "short" }) },
  );
