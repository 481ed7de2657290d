/** Cards of our own, drawn as SVG: a big index in the corner, a big pip; crisp at 48 pixels. */

import { svg } from "./dom.js";
import { cardName } from "./say.js";

const PIPS = {
  C: "M12 1.6a5.1 5.1 0 0 1 3.9 8.4a5.1 5.1 0 1 1-2.9 8.7c.2 1.7.9 3 2.5 3.9h-7c1.6-.9 2.3-2.2 2.5-3.9a5.1 5.1 0 1 1-2.9-8.7A5.1 5.1 0 0 1 12 1.6Z",
  D: "M12 1C14.4 5 17.2 8.8 20.5 12C17.2 15.2 14.4 19 12 23C9.6 19 6.8 15.2 3.5 12C6.8 8.8 9.6 5 12 1Z",
  H: "M12 22C9.2 17.8 2 13.6 2 7.6A5.3 5.3 0 0 1 12 5.4A5.3 5.3 0 0 1 22 7.6C22 13.6 14.8 17.8 12 22Z",
  S: "M12 1.6C14.6 6.4 21.4 9.8 21.4 14.9A4.7 4.7 0 0 1 13 17.9C13.2 20 13.9 21.6 15.5 22.6H8.5C10.1 21.6 10.8 20 11 17.9A4.7 4.7 0 0 1 2.6 14.9C2.6 9.8 9.4 6.4 12 1.6Z",
};
const CROWN = "M0 12L-1.5 1.5L5 6L9 0L13 6L19.5 1.5L18 12Z";

const pip = (suit, x, y, size) =>
  svg("path", { d: PIPS[suit], transform: `translate(${x} ${y}) scale(${size / 24})`, class: "pip" });

function corner(card, turned) {
  const rank = card[0] === "T" ? "10" : card[0];
  const text = svg("text", { x: 15, y: 24, class: rank === "10" ? "rank rank-wide" : "rank" });
  text.textContent = rank;
  return svg("g", turned ? { transform: "rotate(180 30 42)" } : {}, text, pip(card[1], 8, 29, 14));
}

/** A card face up; `label` false where a button around it already says its name. */
export function face(card, { label = true } = {}) {
  const red = card[1] === "H" || card[1] === "D";
  const court = "JQK".includes(card[0]);
  return svg(
    "svg",
    {
      viewBox: "0 0 60 84", class: `card ${red ? "red" : "black"}`, focusable: "false",
      ...(label ? { role: "img", "aria-label": cardName(card) } : { "aria-hidden": "true" }),
    },
    svg("rect", { x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6, class: "paper" }),
    corner(card, false),
    court ? svg("path", { d: CROWN, transform: "translate(32 35) scale(1.05)", class: "pip crown" }) : null,
    pip(card[1], court ? 28 : 23, court ? 50 : 44, court ? 28 : 32),
  );
}

function lattice() {
  let d = "";
  for (let y = 10; y <= 74; y += 8) {
    for (let x = 10; x <= 50; x += 8) d += `M${x} ${y - 3}l3 3l-3 3l-3-3Z`;
  }
  return d;
}
const LATTICE = lattice();

/** A card face down. */
export const back = () =>
  svg(
    "svg",
    { viewBox: "0 0 60 84", class: "card back", "aria-hidden": "true", focusable: "false" },
    svg("rect", { x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6, class: "paper" }),
    svg("rect", { x: 4.5, y: 4.5, width: 51, height: 75, rx: 3.5, class: "weave" }),
    svg("path", { d: LATTICE, class: "lattice" }),
  );

/** The place where a card will lie. */
export const place = () =>
  svg(
    "svg",
    { viewBox: "0 0 60 84", class: "card empty", "aria-hidden": "true", focusable: "false" },
    svg("rect", { x: 1.5, y: 1.5, width: 57, height: 81, rx: 6, class: "outline" }),
  );
