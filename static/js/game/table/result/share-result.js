/** Shares a finished game: its picture and replay where a device can, else its link. */

import { setText } from "../../../ui/dom.js";
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
  const picture = await loadPicture(game);
  button.disabled = false;
  const shared = { title: "Every Other", text: says, url };
  const withPicture = { ...shared, files: [picture] };
  try {
    if (picture && navigator.canShare?.(withPicture)) await navigator.share(withPicture);
    else if (navigator.share) await navigator.share(shared);
    else await copy(url, note);
  } catch {
    // The player thought better of it.
  }
}

async function loadPicture(game) {
  try {
    const answer = await fetch(`/game/${game}/picture.png`);
    return answer.ok ? new File([await answer.blob()], "cribbage.png", { type: "image/png" }) : null;
  } catch {
    return null;
  }
}

/** A page on plain http has no clipboard: there the link itself is shown. */
async function copy(url, note) {
  try {
    await navigator.clipboard.writeText(url);
    setText(note, gettext("The link to this game is copied."));
  } catch {
    setText(note, url);
  }
}
