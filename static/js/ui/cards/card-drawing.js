/**
 * The drawing of a card as plain data: [tag, attributes, ...parts]. Pips or a court figure are between two indices.
 * css/base/cards.css has the places and the colors, and hides all but index and suit on a small card. Pure.
 *
 * @typedef {[string, Record<string, string|number>, ...any[]]} Part
 */

import { courtHalf, looksBack } from "./card-courts.js";
import { PIPS, pipsPath, RANKS } from "./card-shapes.js";

const path = (kind, d) => ["path", { class: kind, d }];
const PAPER = ["rect", { class: "paper", x: 0.5, y: 0.5, width: 59, height: 83, rx: 5 }];

/** Half of a court card, and the same rotated. */
function court(card) {
  const half = (kind) => ["g", { class: kind }, ...courtHalf(card).map(([colour, d]) => path(colour, d))];
  return [
    "g",
    { class: looksBack(card) ? "field court back-to-front" : "field court" },
    ["rect", { class: "frame", x: -15, y: -36.5, width: 30, height: 73, rx: 1.5 }],
    half("half"),
    half("half turned"),
  ];
}

const index = ([rank, suit], kind) => ["g", { class: kind }, path("rank", RANKS[rank]), path("suit", PIPS[suit])];

/** A card face up. @param {string} card @returns {Part[]} */
export const faceParts = (card) => [
  PAPER,
  "JQK".includes(card[0]) ? court(card) : path("field", pipsPath(card)),
  index(card, "index"),
  index(card, "index turned"),
];

const [ROWS, COLUMNS, HIGH, WIDE] = [11, 7, 6.6, 7];

/** The lozenges of the back, every other one. */
function everyOther(first) {
  let d = "";
  for (let n = first; n < ROWS * COLUMNS; n += 2) {
    const [x, y] = [30 + ((n % COLUMNS) - (COLUMNS - 1) / 2) * WIDE, 42 + (Math.floor(n / COLUMNS) - ROWS / 2) * HIGH];
    d += `M${x} ${y.toFixed(1)}l${WIDE / 2} ${HIGH / 2}l${-WIDE / 2} ${HIGH / 2}l${-WIDE / 2} ${-HIGH / 2}Z`;
  }
  return d;
}

const dots = (places) => places.map(([x, y]) => `M${30 + x} ${42 + y}h0`).join("");
const STEP = 5;

/** A card face down: a field of lozenges, and in its middle nine holes, every other one with a peg. @type {Part[]} */
export const BACK = [
  PAPER,
  ["rect", { class: "weave", x: 3.5, y: 3.5, width: 53, height: 77, rx: 3 }],
  path("lattice", everyOther(1)),
  path("filled", everyOther(0)),
  ["circle", { class: "medal", cx: 30, cy: 42, r: 12.5 }],
  path("pegs", dots([[-STEP, -STEP], [STEP, -STEP], [0, 0], [-STEP, STEP], [STEP, STEP]])),
  path("holes", dots([[0, -STEP], [-STEP, 0], [STEP, 0], [0, STEP]])),
];
