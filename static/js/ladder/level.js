/** Computes the level of points, as ranking/levels.py does. Pure. */

const FIRST = 2000; // level 1 is all below
const WIDE = 125;
const TOP = 1750; // level n, from the second on, begins at 1750 + 125 n

/**
 * The level that these points are, where it begins and ends, and how far through it they are, in hundredths.
 * @param {number} points
 * @returns {{number: number, begins: number, ends: number, progress: number}}
 */
export function level(points) {
  if (points < FIRST) return { number: 1, begins: 0, ends: FIRST, progress: Math.floor((points * 100) / FIRST) };
  const number = Math.floor((points - TOP) / WIDE);
  const begins = TOP + WIDE * number;
  return { number, begins, ends: begins + WIDE, progress: Math.floor(((points - begins) * 100) / WIDE) };
}
