/** Computes the level of points, as ranking/rules/levels.py does. Pure. */

const INITIAL = 1500; // the points of a new player
const STARTS = [0, 1700, 1900, 2100, 2300, 2500];
const WIDE = 125; // from the last of these on

/** @param {number} number */
function levelStart(number) {
  const beyond = Math.max(0, number - STARTS.length);
  return STARTS[number - beyond - 1] + WIDE * beyond;
}

/**
 * The level of these points, its bounds, and the progress through it in percent. In the first level progress begins at
 * the points of a new player.
 * @param {number} points
 * @returns {{number: number, begins: number, ends: number, progress: number}}
 */
export function level(points) {
  const beyond = Math.floor(Math.max(0, points - STARTS.at(-1)) / WIDE);
  const number = STARTS.filter((start) => start <= points).length + beyond;
  const [begins, ends] = [levelStart(number), levelStart(number + 1)];
  const origin = number === 1 ? INITIAL : begins;
  return { number, begins, ends, progress: Math.floor((Math.max(0, points - origin) * 100) / (ends - origin)) };
}
