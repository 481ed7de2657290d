/** Computes the level of points, as ranking/rules/levels.py does. Pure. */

const FIRST = 2000; // level 1 is all below
const START = 1500; // what everybody begins with
const WIDE = 125;
const TOP = 1750; // level n, from the second on, begins at 1750 + 125 n

/**
 * The level that these points are, where it begins and ends, and how far a player has come through it, in hundredths.
 * In the first level the way begins at the points that everybody starts with.
 * @param {number} points
 * @returns {{number: number, begins: number, ends: number, progress: number}}
 */
export function level(points) {
  if (points < FIRST) {
    const way = Math.max(0, points - START);
    return { number: 1, begins: 0, ends: FIRST, progress: Math.floor((way * 100) / (FIRST - START)) };
  }
  const number = Math.floor((points - TOP) / WIDE);
  const begins = TOP + WIDE * number;
  return { number, begins, ends: begins + WIDE, progress: Math.floor(((points - begins) * 100) / WIDE) };
}
