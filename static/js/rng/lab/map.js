/** Draws cards by places as a map of 52 by 52 fields: cards that are in a place too often, or too seldom. */

import { CARDS } from "../fairness/laws.js";
import { deviation } from "./shuffle-texts.js";

const FIELD = 4;
const FULL = 4; // standard deviations at which a field has its full color

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("./shuffle-texts.js").ShuffleResult} found only the rows of its suit are drawn, if it has
 *   one
 */
export function drawMap(canvas, { places, decks, suit = "" }) {
  canvas.width = canvas.height = CARDS * FIELD;
  const [even, more, less] = ["--even", "--more", "--less"].map((name) => resolvedColour(canvas, name));
  const pen = canvas.getContext("2d");
  pen.fillStyle = even;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const isDrawn = (card) => !suit || "CDHS"[card % 4] === suit;
  places.forEach((row, card) => isDrawn(card) && row.forEach((count, place) => {
    const away = deviation(count, decks);
    // Squared, so that normal random deviations stay faint.
    pen.globalAlpha = Math.min(1, (away / FULL) ** 2);
    pen.fillStyle = away > 0 ? more : less;
    pen.fillRect(place * FIELD, card * FIELD, FIELD, FIELD);
  }));
}

/** A color of the page in a form for a canvas, which would read light-dark(...) as invalid, and draw black. */
function resolvedColour(canvas, name) {
  canvas.style.color = `var(${name})`;
  return getComputedStyle(canvas).color;
}
