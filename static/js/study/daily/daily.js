/** The page of the daily game: the time left, the result to share, and this browser's part of tomorrow's decks. */

import { takePart } from "../../game/fairness/take-part.js";
import { copyField } from "../../ui/copy/copy-field.js";
import { byId, setText } from "../../ui/dom.js";
import { shareWithPicture } from "../../ui/share-picture.js";
import { showLocalTimes } from "../../ui/words/local-time.js";

const SECOND = 1000;
const MOST_DELAY = 5 * SECOND; // spreads the reloads of all pages when the day ends

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

/** Marks the reader's own discards in pictures that are the same for all. @param {HTMLElement} field */
function markOwn(field) {
  for (const [deal, cards] of Object.entries(JSON.parse(field.dataset.own))) {
    const shown = field.querySelector(`[data-deal="${deal}"]`);
    for (const card of shown?.querySelectorAll(".six .chip") ?? []) {
      card.classList.toggle("thrown", cards.includes(card.dataset.card));
    }
    for (const split of shown?.querySelectorAll(".split") ?? []) {
      const thrown = [...split.querySelectorAll(".two .chip")].map((card) => card.dataset.card);
      split.querySelector(".is-own").hidden = !thrown.every((card) => cards.includes(card));
    }
  }
}

/** @param {HTMLElement} panel */
function offerToShare(panel) {
  const field = byId("share-text");
  byId("share-copy").addEventListener("click", ({ target }) => copyField(field, target));
  byId("share-send").hidden = !navigator.share;
  byId("share-send").addEventListener("click", () => shareWithPicture({ text: field.value }, panel.dataset.picture));
}

if (typeof document !== "undefined") {
  showLocalTimes(document);
  const clock = document.querySelector("#countdown");
  if (clock) countDown(clock);
  document.querySelectorAll("[data-own]").forEach(markOwn);
  document.querySelectorAll("#share").forEach(offerToShare);
  const { decks } = document.querySelector("[data-decks]")?.dataset ?? {};
  if (decks) takePart(decks);
}
