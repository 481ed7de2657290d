/** Computes the level of points, as ranking/rules/levels.py does. Pure. */

const FIRST = 2000; // level 1 is everything below
const START = 1500; // the points of a new player
const WIDE = 125;
const TOP = 1750; // level n, from the second on, begins at 1750 + 125 n

/**
 * The level of these points, its bounds, and the progress through it in percent. In the first level progress begins at
 * the points of a new player.
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
