/** Values of a date and time field, in the reader's time zone. Pure. */

/** A time in the format of such a field: 2026-12-04T20:00. @param {Date} moment */
export function inputOf(moment) {
  const two = (n) => String(n).padStart(2, "0");
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/**
 * The offset in minutes of the reader's time zone from UTC at the time in a field, or 0 if it is empty.
 * @param {string} value
 */
export const offsetOf = (value) => (value ? -new Date(value).getTimezoneOffset() : 0);

const EVENING = 20;
const NOTICE_MS = 60 * 60_000;

/** The next eight in the evening that is at least an hour away. @param {Date} now */
export function nextEvening(now) {
  const evening = (days) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, EVENING);
  return evening(0) - now < NOTICE_MS ? evening(1) : evening(0);
}
