/** Shares a finished game: its picture and replay if the device can, otherwise its link. */

import { setText } from "../../../ui/dom.js";
import { shareWithPicture } from "../../../ui/share-picture.js";
import { gettext } from "../../../ui/translate.js";

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} note
 * @param {string} game
 * @param {string} says the result in words
 */
export async function shareResult(button, note, game, says) {
  const url = new URL(`/game/${game}`, location.href).href;
  button.disabled = true;
  if (navigator.share) await shareWithPicture({ text: says, url }, `/game/${game}/picture.png`);
  else await copy(url, note);
  button.disabled = false;
}

/** A page on plain http has no clipboard, so it shows the link itself. */
async function copy(url, note) {
  try {
    await navigator.clipboard.writeText(url);
    setText(note, gettext("The link to this game is copied."));
  } catch {
    setText(note, url);
  }
}
