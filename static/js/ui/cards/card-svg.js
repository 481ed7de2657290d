/** Our own cards as SVG nodes. */

import { BACK, faceParts } from "./card-drawing.js";
import { cardName, isUnknown } from "./card-names.js";
import { svg } from "../dom.js";

const SHAPE = { viewBox: "0 0 60 84", focusable: "false" };

/** @param {import("./card-drawing.js").Part} part */
const draw = ([tag, attributes, ...parts]) => svg(tag, attributes, ...parts.map(draw));

/** A card face up. `label` is false if a button around it already has its name. */
export const cardFace = (card, { label = true } = {}) => isUnknown(card)
  ? cardBack()
  : svg(
    "svg",
    {
      ...SHAPE,
      class: "card",
      "data-suit": card[1],
      ...(label ? { role: "img", "aria-label": cardName(card) } : { "aria-hidden": "true" })
    },
    ...faceParts(card).map(draw),
  );

/** A card face down. */
export const cardBack = () => svg("svg", { ...SHAPE, class: "card back", "aria-hidden": "true" }, ...BACK.map(draw));

/** The place for a card. */
export const cardOutline = () =>
  svg(
    "svg",
    { ...SHAPE, class: "card empty", "aria-hidden": "true" },
    svg("rect", { x: 1.5, y: 1.5, width: 57, height: 81, rx: 5.5, class: "outline" }),
  );
