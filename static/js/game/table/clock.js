/**
 * Computes and formats the time left on the clocks. Pure.
 *
 * @typedef {{kind: string, left: number[]|null, running: number[], starts_in_ms: number, call_ms: number|null}} Clocks
 *   from the server; `left` is the time when that frame was made
 */

import { gettext } from "../../ui/translate.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TENTHS_UNDER = 10 * SECOND;

/**
 * Both banks, `now - heardAt` milliseconds after the frame arrived, or null if there are none.
 * @param {Clocks|null} clocks @param {number} heardAt @param {number} now @returns {number[]|null}
 */
export function remaining(clocks, heardAt, now) {
  if (!clocks?.left) return null;
  if (clocks.call_ms !== null && clocks.call_ms !== undefined) return clocks.left; // a call has a time of its own
  const charged = Math.max(0, now - heardAt - (clocks.starts_in_ms ?? 0));
  return clocks.left.map((left, seat) => Math.max(0, left - (clocks.running.includes(seat) ? charged : 0)));
}

/** The remaining time of something that had `ms` left when its frame arrived. Null stays null. */
export const countdown = (ms, heardAt, now) => (
  ms === null || ms === undefined ? null : Math.max(0, ms - (now - heardAt))
);

const two = (n) => String(n).padStart(2, "0");

/** "4:59", "0:09.3" under ten seconds, "23 h 59 min" if there is a day for a move. */
export function formatClock(ms, kind = "quick") {
  if (kind === "relaxed" && ms >= HOUR) {
    return gettext(
      "{hours} h {minutes} min",
      { hours: Math.floor(ms / HOUR), minutes: Math.floor((ms % HOUR) / MINUTE) },
    );
  }
  if (kind === "relaxed" && ms >= MINUTE) return gettext("{minutes} min", { minutes: Math.floor(ms / MINUTE) });
  const seconds = Math.floor(ms / SECOND);
  const tenths = ms < TENTHS_UNDER ? `.${Math.floor((ms % SECOND) / 100)}` : "";
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}${tenths}`;
}

/** A wait rounded up to seconds: "0:42" */
export function formatWait(ms) {
  const seconds = Math.ceil(ms / SECOND);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** In how many milliseconds the text of a running clock changes. */
export function msToNextText(ms, kind = "quick") {
  if (ms < TENTHS_UNDER) return (ms % 100) + 1;
  return (ms % (kind === "relaxed" && ms >= MINUTE ? MINUTE : SECOND)) + 1;
}

/** "", "low" or "last" (ten seconds). */
export function alertLevel(ms, kind = "quick") {
  if (ms < TENTHS_UNDER) return "last";
  return ms < (kind === "relaxed" ? HOUR : 30 * SECOND) ? "low" : "";
}

/** The warning as time passes from `before` to `after`: at thirty seconds and at ten, else none. */
export function timeWarning(before, after) {
  const passes = (seconds) => before > seconds * SECOND && after <= seconds * SECOND;
  if (passes(10)) return gettext("Ten seconds left on your clock.");
  return passes(30) ? gettext("Thirty seconds left on your clock.") : null;
}
