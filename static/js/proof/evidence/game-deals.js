// Checks every deal of one game as the page opens, also against what this browser kept of it.

import { loadGame } from "../../game/fairness/game-storage.js";
import { keepsAnything, keptFaults } from "./kept-checks.js";
import { verify } from "./transcript.js";
import { byId } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { showVerdict } from "./transcript-view.js";

/** The transcript byte by byte, or why there is none. @returns {Promise<{file?: Uint8Array, says?: string}>} */
async function fetchTranscript(game) {
  try {
    const answer = await fetch(`/api/games/${game}/transcript`, { credentials: "same-origin" });
    if (answer.ok) return { file: new Uint8Array(await answer.arrayBuffer()) };
    return { says: (await answer.json()).says };
  } catch {
    return { says: gettext("Can’t reach the server. Check your connection, then reload the page.") };
  }
}

/** The verdict on a transcript, once it is held against what this browser kept of the game. */
function verifyWithKept(file, kept, game) {
  const found = verify(file);
  const faults = found.document ? keptFaults(kept, found.document, game) : [];
  return faults.length ? { ...found, verdict: "false", faults: [...found.faults, ...faults] } : found;
}

const laid = byId("laid");
const { game } = laid.dataset;
const { file, says } = await fetchTranscript(game);
if (file) {
  const kept = loadGame(game);
  showVerdict(laid, verifyWithKept(file, kept, game));
  byId("says").textContent = keepsAnything(kept)
    ? gettext("Checked just now in this browser, and compared with what it saw and drew during the game.")
    : gettext(
      "Checked just now in this browser. It has stored nothing from this game, so it could only check the file against itself.",
    );
  // The deals were not there yet when the address was followed.
  if (/^#deal-\d+$/.test(location.hash)) document.querySelector(location.hash)?.scrollIntoView();
} else {
  byId("says").textContent = says;
}
