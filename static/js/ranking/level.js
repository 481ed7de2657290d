/** Computes the level of points, as ranking/rules/levels.py does. Pure. */

const START = 1500; // the points of a new player
const SECOND = 1700; // level 1 is everything below
const PUBLISHED = 6; // levels 6 and 8 are published: 2500 and 2750
const PUBLISHED_BEGINS = 2500;
const WIDE = 125; // from the published level on
const WIDE_BELOW = 200; // from the second level to the published one

/** @param {number} number */
function levelStart(number) {
  if (number === 1) return 0;
  const beyond = number - PUBLISHED;
  return PUBLISHED_BEGINS + beyond * (beyond > 0 ? WIDE : WIDE_BELOW);
}

/** @param {number} points */
function levelNumber(points) {
  if (points < SECOND) return 1;
  const beyond = points - PUBLISHED_BEGINS;
  return PUBLISHED + Math.floor(beyond / (beyond > 0 ? WIDE : WIDE_BELOW));
}

/**
 * The level of these points, its bounds, and the progress through it in percent. In the first level progress begins at
 * the points of a new player.
 * @param {number} points
 * @returns {{number: number, begins: number, ends: number, progress: number}}
 */
export function level(points) {
  const number = levelNumber(points);
  const [begins, ends] = [levelStart(number), levelStart(number + 1)];
  const origin = number === 1 ? START : begins;
  return { number, begins, ends, progress: Math.floor((Math.max(0, points - origin) * 100) / (ends - origin)) };
}
