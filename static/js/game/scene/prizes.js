/**
 * Draws what players have earned, with css/prizes.css: their board, the shape of their pegs, the backs of their cards.
 * An opponent's board is on the table unless the reader has one too.
 */

import { setAttr, svg } from "../../ui/dom.js";
import { loadSheet } from "../../ui/sheets.js";

const SHAPES = {
  star: "M0.0 -6.2L1.7 -2.3L5.9 -1.9L2.8 0.9L3.6 5.0L0.0 2.9L-3.6 5.0L-2.8 0.9L-5.9 -1.9L-1.7 -2.3Z",
  shield: "M-4.4-4.8Q-1.9-4.5 0-5.7Q1.9-4.5 4.4-4.8V-.5Q4.4 3.6 0 5.9Q-4.4 3.6-4.4-.5Z",
};
const SIDES = ["you", "them"];
const PLAIN_BACK = "lozenges";

/** @param {HTMLElement} root the felt */
export function drawPrizes(root, scene, { you, prizes }) {
  loadSheet(root.querySelector("#board").dataset.prizes);
  const of = (seat) => prizes[seat] ?? {};
  const reader = you ?? scene.you;
  const board = root.querySelector(".board");
  setAttr(board, "data-board", of(reader).board ?? of(1 - reader).board);
  setAttr(root, "data-back", of(scene.dealer).back ?? PLAIN_BACK); // the deck is the dealer's
  for (const [n, side] of SIDES.entries()) {
    const { pegs, back = PLAIN_BACK } = of(n ? 1 - scene.you : scene.you);
    setAttr(root.querySelector(`#seat-${side}`), "data-back", back);
    for (const peg of board.querySelectorAll(`.peg-${side}`)) shapePeg(peg, pegs);
  }
}

/** Gives a peg a shape, or makes it round again. */
export function shapePeg(peg, shape) {
  if (peg.dataset.shape === shape) return;
  for (const path of peg.querySelectorAll("path")) path.remove();
  const d = SHAPES[shape];
  setAttr(peg, "data-shape", d && shape);
  if (!d) return;
  const ring = peg.querySelector(".ring");
  ring.after(svg("path", { d, class: "shade", transform: "translate(1.3 1.9)" }), svg("path", { d, class: "ring" }));
}
