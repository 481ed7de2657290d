/** Computes the positions of the board's holes: a serpentine of streets of thirty, in two lanes. Pure. */

const STREET_HOLES = 30;
const PITCH = 8;
const GAP = 4;
const LEFT = 33;
const RIGHT = 32;
const TOP = 17;
const BOTTOM = 21;
const STREET = 30;
const LANE = 6;

export const streetsOf = (target) => ({ streets: Math.floor(target / STREET_HOLES), length: STREET_HOLES });

/** The distance of a street's hole (0, 1, ...) from the street's beginning. */
const along = (n) => n * PITCH + Math.floor(n / 5) * GAP;

export function boardSize(target) {
  const { streets, length } = streetsOf(target);
  return { width: LEFT + along(length - 1) + RIGHT, height: TOP + (streets - 1) * STREET + BOTTOM };
}

const streetY = (street) => TOP + street * STREET;

/** Concentric turns: the upper lane of one street is the lower lane of the next. */
const laneY = (street, lane) => streetY(street) + (lane === street % 2 ? -LANE : LANE);

/** The position of hole `n` (1..target; the pegs start at 0 and -1) in lane 0 or 1. */
export function holePosition(n, lane, target) {
  const { streets, length } = streetsOf(target);
  const end = LEFT + along(length - 1);
  if (n <= 0) return { x: LEFT - 14 + n * 10, y: laneY(0, lane) };
  if (n >= target) return { x: streets % 2 ? end + 17 : LEFT - 17, y: streetY(streets - 1) };
  const street = Math.floor((n - 1) / length);
  const distance = along((n - 1) % length);
  return { x: street % 2 ? end - distance : LEFT + distance, y: laneY(street, lane) };
}

/** The holes a peg touches as it is pegged: from its hole, over its fellow in front, and on hole by hole. */
export function pegPath(from, front, to) {
  const hops = [from];
  for (let n = Math.max(front, from); n <= to; n += 1) if (n !== from) hops.push(n);
  return hops;
}

/** The lane as one line, with its turns, for the colored band under the holes. */
export function lanePath(lane, target) {
  const { streets, length } = streetsOf(target);
  const [west, east] = [LEFT, LEFT + along(length - 1)];
  let d = `M${west} ${laneY(0, lane)}H${east}`;
  for (let street = 1; street < streets; street += 1) {
    const radius = (laneY(street, lane) - laneY(street - 1, lane)) / 2;
    const odd = street % 2;
    d += `A${radius} ${radius} 0 0 ${odd} ${odd ? east : west} ${laneY(street, lane)}H${odd ? west : east}`;
  }
  return d;
}

/** The short lane where the pegs wait before they start. */
export const startPath = (lane) => `M${LEFT - 24} ${laneY(0, lane)}H${LEFT - 14}`;

/** The positions of the labels of the start and of the last hole, from their left edge. */
export const endNames = (target) => ({
  start: { x: LEFT - 28, y: streetY(0) + STREET / 2 },
  finish: { x: holePosition(target, 0, target).x - 11, y: streetY(streetsOf(target).streets - 1) + STREET / 2 },
});

/** Lines just after holes: [{after, name}] */
export const skunkLines = (target) => ({
  61: [{ after: 30, name: "skunk" }],
  121: [{ after: 60, name: "double skunk" }, { after: 90, name: "skunk" }],
}[target] ?? []);

/** The line after hole n as x and its two ends. At a street's beginning it is before the first hole. */
export function lineAfter(n, target) {
  const { length } = streetsOf(target);
  const street = Math.floor(n / length);
  const next = holePosition(n + 1, 0, target);
  const back = (n % 5 === 0 ? PITCH + GAP : PITCH) / 2;
  return { x: next.x + (street % 2 ? back : -back), y1: streetY(street) - 12, y2: streetY(street) + 12 };
}

/** Every tenth hole, except the last, next to which the finish is labelled. */
export const numberedHoles = (target) => Array.from({ length: Math.floor(target / 10) - 1 }, (_, n) => 10 * (n + 1));

/** The position of the number of hole n: under its street, in the gap before the next. */
export function numberAt(n, target) {
  const street = Math.floor((n - 1) / STREET_HOLES);
  return { x: holePosition(n, 0, target).x, y: streetY(street) + STREET / 2 };
}
