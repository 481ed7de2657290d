/** Cards of our own, drawn as SVG: a large index in the corner, pips or a quiet court beside it; crisp at 48 pixels. */

import { cardName } from "./card-names.js";
import { CROWNS, HEAD, PIPS, pipsPath, RANKS, ROBE } from "./card-shapes.js";
import { svg } from "./dom.js";

const SHAPE = { viewBox: "0 0 60 84", focusable: "false" };
const paper = () => svg("rect", { x: 0.5, y: 0.5, width: 59, height: 83, rx: 5.5, class: "paper" });

const court = (rank) =>
  svg(
    "g",
    { class: "field court" },
    svg("rect", { x: -16, y: -36, width: 32, height: 72, rx: 3, class: "panel" }),
    svg("path", { d: ROBE, class: "robe" }),
    svg("path", { d: HEAD, class: "head" }),
    svg("path", { d: CROWNS[rank], class: "crown" }),
  );

/** A card face up; `label` false where a button around it already says its name. */
export function cardFace(card, { label = true } = {}) {
  const [rank, suit] = card;
  return svg(
    "svg",
    { ...SHAPE, class: "card", "data-suit": suit, ...(label ? { role: "img", "aria-label": cardName(card) } : { "aria-hidden": "true" }) },
    paper(),
    rank in CROWNS ? court(rank) : svg("path", { d: pipsPath(card), class: "field" }),
    svg("path", { d: RANKS[rank], class: "rank" }),
    svg("path", { d: PIPS[suit], class: "suit" }),
  );
}

function lattice() {
  let d = "";
  for (let y = 14; y <= 70; y += 8) {
    for (let x = 14; x <= 46; x += 8) d += `M${x} ${y - 4}l4 4l-4 4l-4-4Z`;
  }
  return d;
}
const LATTICE = lattice();

/** A card face down. */
export const cardBack = () =>
  svg(
    "svg",
    { ...SHAPE, class: "card back", "aria-hidden": "true" },
    paper(),
    svg("rect", { x: 3.5, y: 3.5, width: 53, height: 77, rx: 3.5, class: "weave" }),
    svg("path", { d: LATTICE, class: "lattice" }),
  );

/** The place where a card will lie. */
export const cardOutline = () =>
  svg("svg", { ...SHAPE, class: "card empty", "aria-hidden": "true" }, svg("rect", { x: 1.5, y: 1.5, width: 57, height: 81, rx: 5.5, class: "outline" }));
