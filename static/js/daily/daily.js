/** The page of the daily game: the time that is left, and this browser's part of tomorrow's decks. */

import { takePart } from "../fair/take-part.js";
import { setText } from "../ui/dom.js";
import { showLocalTimes } from "../ui/local-time.js";

const SECOND = 1000;
const MOST_DELAY = 5 * SECOND; // so that not everybody loads the page at once when the day ends

const two = (number) => String(number).padStart(2, "0");

/** "7:05:09" @param {number} left in milliseconds */
export function describeCountdown(left) {
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function countDown(node) {
  const ends = Date.parse(node.dateTime);
  const draw = () => {
    const left = ends - Date.now();
    setText(node, describeCountdown(left));
    if (left > 0) setTimeout(draw, left % SECOND || SECOND);
    else setTimeout(() => location.reload(), SECOND + Math.random() * MOST_DELAY);
  };
  if (ends > Date.now()) draw();
}

if (typeof document !== "undefined") {
  showLocalTimes(document);
  const clock = document.querySelector("#countdown");
  if (clock) countDown(clock);
  const { decks } = document.querySelector("[data-decks]")?.dataset ?? {};
  if (decks) takePart(decks);
}
