/** Draws the players' votes: the two cards of a discard, its share as a bar, and its voters. */

import { faceParts } from "../../ui/cards/card-drawing.js";
import { svg } from "../../ui/dom.js";
import { formatPercent } from "../../ui/words/number-format.js";
import { describeField, describeWho } from "./field.js";

const CARD = { wide: 34, high: 47.6 };
const ROW = 62;
const BAR = { high: 16, y: 8 };
const GAP = 4;
const PERCENT = 46;

const draw = ([tag, attributes, ...parts]) => svg(tag, attributes, ...parts.map(draw));

const smallCard = (card, x) =>
  svg(
    "svg",
    { class: "card", "data-suit": card[1], viewBox: "0 0 60 84", x, y: 0, width: CARD.wide, height: CARD.high },
    ...faceParts(card).map(draw),
  );

function drawRow(row, n, width, most) {
  const left = 2 * CARD.wide + GAP + 12;
  const room = Math.max(width - left - PERCENT, 0);
  const kinds = [row.isMine && "row-of-mine", row.isBest && "row-of-best"].filter(Boolean).join(" ");
  const full = most ? (row.share / most) * room : 0;
  return svg(
    "g",
    { class: kinds || null, transform: `translate(0 ${n * ROW})` },
    ...row.thrown.map((card, at) => smallCard(card, at * (CARD.wide + GAP))),
    svg("rect", { class: "track", x: left, y: BAR.y, width: room, height: BAR.high, rx: 4 }),
    svg(
      "rect",
      { class: "share", x: left, y: BAR.y, width: Math.max(full, row.votes ? 3 : 0), height: BAR.high, rx: 4 },
    ),
    svg("text", { class: "percent", x: width, y: BAR.y + BAR.high - 3 }, formatPercent(100 * row.share, 0)),
    svg("text", { class: "who", x: left, y: BAR.y + BAR.high + 17 }, describeWho(row)),
  );
}

/** @param {import("./field.js").Row[]} rows @param {number} width  in pixels */
export function drawField(rows, width) {
  const most = Math.max(...rows.map(({ share }) => share));
  const high = rows.length * ROW - (ROW - CARD.high);
  return svg(
    "svg",
    {
      class: "field-of-throws",
      viewBox: `0 0 ${width} ${high}`,
      role: "img",
      "aria-label": describeField(rows),
      focusable: "false",
    },
    ...rows.map((row, n) => drawRow(row, n, width, most)),
  );
}
