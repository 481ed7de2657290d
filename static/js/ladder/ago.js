/** How long ago something was, in words coarse enough not to flicker. Pure. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YESTERDAYS = 7;

/**
 * @param {number} then  milliseconds, as `now`
 * @param {number} now
 */
export function ago(then, now) {
  const past = now - then;
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  if (past < DAY) return `${Math.floor(past / HOUR)} h ago`;
  if (past < YESTERDAYS * DAY) return past < 2 * DAY ? "yesterday" : `${Math.floor(past / DAY)} days ago`;
  return new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" }).format(then);
}
