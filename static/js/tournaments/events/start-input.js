/** What a field of date and time holds, by the reader's own clock. Pure. */

/** A moment as such a field writes it: 2026-12-04T20:00. @param {Date} moment */
export function inputOf(moment) {
  const two = (n) => String(n).padStart(2, "0");
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/**
 * How many minutes the reader's clock is ahead of UTC at the moment that a field holds; 0 where it holds none.
 * @param {string} value
 */
export const offsetOf = (value) => (value ? -new Date(value).getTimezoneOffset() : 0);
