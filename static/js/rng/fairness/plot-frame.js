/** Computes the frame of a chart: its margins, its scales and the round numbers along them. Pure. */

import { formatNumber } from "../../ui/translate.js";

const MARGIN = { left: 54, right: 10, top: 10, bottom: 38 };
const ROUND = [1, 2, 5, 10];
const TICK_ROOM = { x: 64, y: 34 };

/**
 * @typedef {{from: number, to: number, label: string, ticks?: Tick[]}} Axis  ticks are chosen unless they are given
 * @typedef {{at: number, label: string}} Tick
 * @typedef {{width: number, height: number, x: Axis, y: Axis, says: string}} Sheet  `says` describes the picture
 *   in words
 * @typedef {ReturnType<typeof buildFrame>} Frame
 */

const rounded = (n) => Math.round(n * 100) / 100;

/** Round numbers between two values, at most `most`. @returns {number[]} */
export function ticks(from, to, most) {
  if (!(to > from)) return [from];
  const least = (to - from) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ROUND.find((n) => n * power >= least * (1 - 1e-9));
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  // As multiples of the inverse step if it is below 1: 3 * 0.1 would not be 0.3.
  return Array.from(
    { length: last - first + 1 },
    (_, n) => (step < 1 ? (first + n) / Math.round(1 / step) : (first + n) * step),
  );
}

/** A number in the form for an axis: 1,500 or 0.25. @param {number} n */
export const formatFigure = (n) => formatNumber(n, { maximumFractionDigits: 4 });

/** The frame of a sheet: pixels from values, and values from pixels. @param {Sheet} sheet */
export function buildFrame({ width, height, x, y }) {
  const [left, right, top, bottom] = [MARGIN.left, width - MARGIN.right, MARGIN.top, height - MARGIN.bottom];
  const [wide, high] = [(right - left) / (x.to - x.from), (bottom - top) / (y.to - y.from)];
  const marked = (axis, length, room) =>
    axis.ticks ?? ticks(axis.from, axis.to, length / room).map((at) => ({ at, label: formatFigure(at) }));
  return {
    left, right, top, bottom,
    x: (value) => rounded(left + (value - x.from) * wide),
    y: (value) => rounded(bottom - (value - y.from) * high),
    xAt: (pixel) => x.from + (pixel - left) / wide,
    yAt: (pixel) => y.from + (bottom - pixel) / high,
    xTicks: marked(x, right - left, TICK_ROOM.x),
    yTicks: marked(y, bottom - top, TICK_ROOM.y),
  };
}
