/** The gestures' pictures, and a gesture's way from its player's seat to the other's. */

import { tempo } from "../../scene/tempo.js";
import { svg } from "../../../ui/dom.js";

const INK = "#2b2117";
const LINE = { fill: "none", stroke: INK, "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" };
const line = (d, more = {}) => svg("path", { ...LINE, d, ...more });
const face = () => svg("circle", { ...LINE, cx: 24, cy: 24, r: 13, fill: "#ffd98a" });
const card = (turned, ...signs) =>
  svg(
    "g",
    { transform: `rotate(${turned} 24 42)` },
    svg("rect", { ...LINE, x: 16.5, y: 10, width: 15, height: 21, rx: 2, fill: "#fffdf7" }),
    ...signs,
  );

/** @type {Record<string, () => SVGElement[]>} */
const PICTURES = {
  knock: () => [
    line("M19 9h10v8h4c1.5 0 2.5 1 2.5 2.5V27a3 3 0 0 1-5.6 1.5A3 3 0 0 1 24.5 30a3 3 0 0 1-5.7-.6A3 3 0 0 1 13 28V19c0-1.2.9-2 2-2h4Z", {
      fill: "#f0bf8f",
    }),
    line("M18.8 29.4V24M24.5 30V24M30 28.5V24M9 36h30M10 30l-3-2M38 30l3-2"),
  ],
  hat: () => [
    svg(
      "g",
      { transform: "rotate(-16 24 24)" },
      line("M16 27V14c0-3 16-3 16 0v13Z", { fill: "#4a3a2b" }),
      line("M16 22.5h16", { stroke: "#e0a93f", "stroke-width": 3 }),
      line("M9 27.5c8 3 22 3 30 0"),
    ),
    line("M17 38c5 2 12 1.5 17-2"),
  ],
  groan: () => [
    face(),
    line("M16.5 19.5l5 2.2M31.5 19.5l-5 2.2M18.5 32c1.8-4.5 9.2-4.5 11 0"),
    line("M35 11c2 3 2 5 0 5s-2-2 0-5Z", { fill: "#7fa0c2" }),
  ],
  laugh: () => [
    face(),
    line("M16.5 21.5c1-2.5 4-2.5 5 0M26.5 21.5c1-2.5 4-2.5 5 0"),
    line("M16.5 26h15c0 8.5-15 8.5-15 0Z", { fill: "#a3231b" }),
  ],
  cards: () => [
    card(-22),
    card(22),
    card(0, line("M24 25.5c-2.2-3-4.5-4.3-4.5-6.6 0-3 3.7-3 4.5-.8.8-2.2 4.5-2.2 4.5.8 0 2.3-2.3 3.6-4.5 6.6Z", {
      fill: "#b3211a",
      stroke: "none",
    })),
    line("M13 37h22"),
  ],
};

// The motion of the picture itself on its way.
const MOTIONS = {
  knock: { transform: ["none", "translateY(5px)"], times: 6, lasts: 130 },
  hat: { transform: ["none", "rotate(-24deg)"], times: 2, lasts: 400 },
  groan: { transform: ["none", "rotate(9deg) translateY(3px)"], times: 2, lasts: 550 },
  laugh: { transform: ["translateY(2px)", "translateY(-3px)"], times: 8, lasts: 120 },
  cards: { transform: ["scale(0.8)", "scale(1.12)"], times: 4, lasts: 280 },
};
const LASTS = 2_600;
const LASTS_STILL = 4_000;

/** A gesture on a round token. */
export function drawGesture(gesture) {
  const token = svg("circle", { cx: 24, cy: 24, r: 23, fill: "#fff8e3", stroke: "#b9ad95" });
  const picture = svg("g", { "transform-origin": "24 24" }, ...PICTURES[gesture]());
  return svg("svg", { viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, token, picture);
}

/** Adds its picture to each button that has none. @param {HTMLElement} row */
export function addPictures(row) {
  for (const button of row.querySelectorAll("button:not(:has(svg))")) {
    button.prepend(drawGesture(button.dataset.phrase));
  }
}

/**
 * The keyframes from one place to another; without motion, a gesture stays with its player.
 * @param {[number, number]} from @param {[number, number]} to
 */
export function wayOf(from, to, isStill) {
  const at = ([x, y], scale = 1) => `translate(${x}px, ${y}px) scale(${scale})`;
  if (isStill) return [{ transform: at(from) }, { transform: at(from) }];
  return [
    { transform: at(from, 0.4), opacity: 0, easing: "ease-out" },
    { transform: at(from, 1.3), opacity: 1, offset: 0.15 },
    { transform: at(from, 1.3), offset: 0.35, easing: "ease-in-out" },
    { transform: at(to, 1.3), offset: 0.65 },
    { transform: at(to, 1.3), opacity: 1, offset: 0.92 },
    { transform: at(to, 0.8), opacity: 0 },
  ];
}

/**
 * Shows a gesture at a table. It covers a seat for a moment, and nothing waits for it.
 * @param {HTMLElement} felt @param {string} gesture
 * @param {{isMine: boolean, isStill: boolean}} how `isMine`: made from the seat at the bottom
 */
export function showGesture(felt, gesture, { isMine, isStill }) {
  const token = drawGesture(gesture);
  token.classList.add("shown-gesture");
  token.dataset.gesture = gesture;
  felt.append(token);
  const [mine, theirs] = [".seat.mine .says", ".seat:not(.mine) .says"].map((says) => placeIn(felt, says, token));
  const way = isMine ? wayOf(mine, theirs, isStill) : wayOf(theirs, mine, isStill);
  const duration = isStill ? LASTS_STILL : LASTS * tempo();
  token.animate(way, { duration, fill: "both" }).finished.finally(() => token.remove());
  if (isStill) return;
  const { transform, times, lasts } = MOTIONS[gesture];
  const motion = { duration: lasts * tempo(), iterations: times, direction: "alternate", easing: "ease-in-out" };
  token.lastElementChild.animate({ transform }, motion);
}

/** Where a token has to be, for its middle to be that of a part of the felt. */
function placeIn(felt, selector, token) {
  const [part, size, around] = [felt.querySelector(selector), token, felt].map((node) => node.getBoundingClientRect());
  return [
    part.left + part.width / 2 - around.left - felt.clientLeft - size.width / 2,
    part.top + part.height / 2 - around.top - felt.clientTop - size.height / 2,
  ];
}
