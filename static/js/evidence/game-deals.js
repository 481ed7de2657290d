// Checks every deal of one game as the page opens.

import { verify } from "../fair/transcript.js";
import { byId } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { showTranscript } from "./transcript-view.js";

/** The transcript byte by byte, or why there is none. @returns {Promise<{file?: Uint8Array, says?: string}>} */
async function fetchTranscript(game) {
  try {
    const answer = await fetch(`/api/games/${game}/transcript`, { credentials: "same-origin" });
    if (answer.ok) return { file: new Uint8Array(await answer.arrayBuffer()) };
    return { says: (await answer.json()).says };
  } catch {
    return { says: gettext("The server could not be reached. Look at your connection, then load this page again.") };
  }
}

const laid = byId("laid");
const { file, says } = await fetchTranscript(laid.dataset.game);
if (file) {
  showTranscript(laid, verify(file));
  byId("says").textContent = gettext("Checked just now, in this browser.");
  // The deals were not there yet when the address was followed.
  if (/^#deal-\d+$/.test(location.hash)) document.querySelector(location.hash)?.scrollIntoView();
} else {
  byId("says").textContent = says;
}
