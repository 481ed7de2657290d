/**
 * Draws charts as SVG: a sheet with its axes, and marks drawn on it, one over the other:
 *
 *     drawPlot({ width, height, x: { from: 0, to: 51, label: "place" }, y: {...}, says: "..." },
 *              band(rows), line(theory), rings(points, "found"));
 *
 * Colors and strokes are in css/parts/ui/plot.css, light and dark. A mark's `kind` is a class: "found" (dealt decks),
 * "theory" (the expected values), "wrong" (a wrong shuffle).
 */

import { svg } from "../../ui/dom.js";
import { buildFrame } from "./plot-frame.js";

/** @typedef {import("./plot-frame.js").Sheet} Sheet @typedef {import("./plot-frame.js").Frame} Frame */
/** @typedef {(at: Frame) => SVGElement} Mark */

/**
 * Draws a chart with its axes, and a description for screen readers.
 * @param {Sheet} sheet
 * @param {...Mark} marks
 */
export function drawPlot(sheet, ...marks) {
  const { width, height, says } = sheet;
  const at = buildFrame(sheet);
  return svg(
    "svg",
    { class: "plot", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": says },
    ...at.yTicks.flatMap(({ at: value, label }) => [
      svg("line", { class: "plot-grid", x1: at.left, x2: at.right, y1: at.y(value), y2: at.y(value) }),
      text({ class: "plot-tick of-y", x: at.left - 6, y: at.y(value), dy: "0.35em" }, label),
    ]),
    ...at.xTicks.map(
      ({ at: value, label }) => text({ class: "plot-tick of-x", x: at.x(value), y: at.bottom + 15 }, label),
    ),
    svg("line", { class: "plot-axis", x1: at.left, x2: at.right, y1: at.bottom, y2: at.bottom }),
    text({ class: "plot-label of-x", x: (at.left + at.right) / 2, y: height - 5 }, sheet.x.label),
    text(
      { class: "plot-label of-y", transform: `translate(10 ${(at.top + at.bottom) / 2}) rotate(-90)` },
      sheet.y.label,
    ),
    ...marks.map((mark) => mark(at)),
  );
}

/** The area between two lines. @param {{x: number, low: number, high: number}[]} rows @returns {Mark} */
export const band = (rows) => (at) =>
  svg("polygon", {
    class: "plot-band",
    points: [
      ...rows.map(({ x, high }) => pair(at, x, high)),
      ...rows.toReversed().map(({ x, low }) => pair(at, x, low)),
    ].join(" "),
  });

/** A line through points. @param {[number, number][]} points @param {string} [kind] @returns {Mark} */
export const line = (points, kind = "theory") => (at) =>
  svg("polyline", { class: `plot-line ${kind}`, points: points.map(([x, y]) => pair(at, x, y)).join(" ") });

/** Few points, each a ring. @param {[number, number][]} points @param {string} [kind] @returns {Mark} */
export const rings = (points, kind = "found") => (at) =>
  svg(
    "g",
    { class: `plot-rings ${kind}` },
    ...points.map(([x, y]) => svg("circle", { cx: at.x(x), cy: at.y(y), r: 3 })),
  );

/**
 * Thousands of points, as one path that a phone draws fast. Point n is at `from + n`.
 * @param {ArrayLike<number>} heights @param {number} from @param {number} [size] @param {string} [kind] @returns {Mark}
 */
export const dots = (heights, from, size = 2, kind = "found") => (at) => {
  // Tenths of a pixel and filled squares are much faster than the obvious drawing.
  const many = Math.max(1, heights.length);
  const [left, wide, side] = [10 * at.x(from) - 5 * size, (10 * (at.x(from + many) - at.x(from))) / many, 10 * size];
  const square = `h${side}v${side}h${-side}z`;
  const rows = new Map();
  let d = "";
  for (let n = 0; n < heights.length; n++) {
    const y = heights[n];
    if (!rows.has(y)) rows.set(y, ` ${Math.round(10 * at.y(y) - side / 2)}${square}`);
    d += `M${Math.round(left + n * wide)}${rows.get(y)}`;
  }
  return svg("path", { class: `plot-dots ${kind}`, d, transform: "scale(0.1)" });
};

/**
 * Bars from the ground up, each centered on its value.
 * @param {[number, number][]} counts
 * @param {string} [kind]
 * @returns {Mark}
 */
export const bars = (counts, kind = "found", wide = 0.8) => (at) => {
  const ground = at.y(0);
  const rects = counts.filter(([, count]) => count > 0).map(([x, count]) => {
    const [left, right, top] = [at.x(x - wide / 2), at.x(x + wide / 2), at.y(count)];
    return svg("rect", { x: left, width: Math.max(0.5, right - left), y: top, height: Math.max(0, ground - top) });
  });
  return svg("g", { class: `plot-bars ${kind}` }, ...rects);
};

/**
 * The expected value of every bar, as steps.
 * @param {[number, number][]} expected
 * @param {string} [kind]
 * @returns {Mark}
 */
export const stepLine = (expected, kind = "theory", wide = 1) => (at) =>
  svg("polyline", {
    class: `plot-line ${kind}`,
    points: expected.flatMap(([x, y]) => [pair(at, x - wide / 2, y), pair(at, x + wide / 2, y)]).join(" "),
  });

/** A labelled horizontal line at one value. @param {number} value @param {string} name @returns {Mark} */
export const horizontalLine = (value, name) => (at) =>
  svg(
    "g",
    { class: "plot-across" },
    svg("line", { x1: at.left, x2: at.right, y1: at.y(value), y2: at.y(value) }),
    text({ class: "plot-note", x: at.right - 2, y: at.y(value) - 4 }, name),
  );

const NEAR = "400px";

/**
 * Keeps a chart as wide as its container. A chart far off the screen is drawn only when it comes near.
 * @param {HTMLElement} node @param {(width: number) => SVGElement | null} draw @returns {() => void} redraws it
 */
export function drawWhenVisible(node, draw) {
  let [width, isNear, isStale] = [0, false, true];
  const drawn = () => {
    if (!width || !isNear || !isStale) return;
    const drawing = draw(width);
    if (!drawing) return;
    node.replaceChildren(drawing);
    isStale = false;
  };
  const again = () => {
    isStale = true;
    drawn();
  };
  new ResizeObserver(([{ contentRect }]) => {
    if (Math.round(contentRect.width) === width) return;
    width = Math.round(contentRect.width);
    again();
  }).observe(node);
  new IntersectionObserver((entries) => {
    isNear = entries.at(-1).isIntersecting;
    drawn();
  }, { rootMargin: NEAR }).observe(node);
  return again;
}

const pair = (at, x, y) => `${at.x(x)},${at.y(y)}`;

function text(attributes, words) {
  const node = svg("text", attributes);
  node.textContent = words;
  return node;
}
