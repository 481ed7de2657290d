// Checks every deal of one game when the page opens, also against this browser's stored data of the game.

import { sourceOf } from "../../game/fairness/deal-links.js";
import { dealerDoubt, dealerFault, earlierGame, isDealerNamed } from "../../game/fairness/first-dealer.js";
import { fault } from "../../game/fairness/game-checks.js";
import { loadGame } from "../../game/fairness/game-storage.js";
import { describeSource, isVouched } from "../../game/fairness/ways.js";
import { UNPUBLISHED } from "../../game/fairness/site-keys.js";
import { checkSource, findEarlierFault } from "./fetch-source.js";
import { countOthers, keepsAnything, keptFaults } from "./kept-checks.js";
import { checkKeys } from "./published-keys.js";
import { verify } from "./transcript.js";
import { byId } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { showVerdict } from "./transcript-view.js";

/** The transcript as bytes, or the reason why there is none. @returns {Promise<{file?: Uint8Array, says?: string}>} */
async function fetchTranscript(game) {
  try {
    const answer = await fetch(`/api/games/${game}/transcript`, { credentials: "same-origin" });
    if (answer.ok) return { file: new Uint8Array(await answer.arrayBuffer()) };
    return { says: (await answer.json()).says };
  } catch {
    return { says: gettext("Can’t reach the server. Check your connection, then reload the page.") };
  }
}

/** The verdict on a transcript, after a comparison with this browser's stored data of the game. */
function verifyWithKept(file, kept, game) {
  const found = verify(file);
  const faults = found.document ? keptFaults(kept, found.document, game) : [];
  return faults.length ? { ...found, verdict: "false", faults: [...found.faults, ...faults] } : found;
}

/** Says how many moves of the seat this browser has not sent; null if it has sent all. */
function describeDoubt(kept, document) {
  const counted = countOthers(kept, document);
  if (!counted?.others) return null;
  return gettext(
    "This browser did not send {others} of your {made} moves. If you didn’t make them on another device, tell the host.",
    counted,
  );
}

/** Whether the keys are the site's own; null where they are, or the game names no log that could say so. */
async function describeKeys({ signed_by: signer, document }) {
  const { params } = document.fair;
  const isAsked = signer !== null && JSON.parse(params).log !== undefined;
  return isAsked && (await checkKeys(params)) === "unpublished" ? UNPUBLISHED : null;
}

/**
 * The verdict once it is known where the decks come from, and a sentence about it; null where they are the game's own.
 * A second verdict follows where a delay has to be computed first.
 */
async function* verifySource(found, kept, game) {
  if (found.verdict !== "true" || !sourceOf(found.document.fair)) {
    yield { found, about: null };
    return;
  }
  for await (const { is: source, fault: says } of checkSource(found.document.fair, game)) {
    const known = { source, way: kept.way };
    yield says
      ? { found: { ...found, verdict: "false", faults: [fault(says)] }, about: null }
      : { found, about: describeSource(known), isOpen: !isVouched(known) };
  }
}

/** The verdict once it is known whether the first dealer follows from the game before. */
async function verifyDealer(found, kept) {
  if (found.verdict !== "true" || !isDealerNamed(found.document.fair)) return { found, doubt: null };
  const { fair } = found.document;
  const before = earlierGame(fair);
  const { you = null, way = null, rematchOf, event = null } = kept;
  const known = { you, way, rematchOf, event, earlier: before ? loadGame(before) : null };
  const says = dealerFault(fair, known) ?? (before && (await findEarlierFault(fair)));
  if (says) return { found: { ...found, verdict: "false", faults: [fault(says)], unchecked: [] }, doubt: null };
  if (!keepsAnything(kept)) return { found, doubt: null };
  return { found: { ...found, unchecked: [] }, doubt: kept.isDealerRight ? null : dealerDoubt(fair, known) };
}

const laid = byId("laid");
const { game } = laid.dataset;
const { file, says } = await fetchTranscript(game);
if (file) {
  const kept = loadGame(game);
  for await (const known of verifySource(verifyWithKept(file, kept, game), kept, game)) await show(known, kept);
  // The deals were not there yet when the address was followed.
  if (/^#deal-\d+$/.test(location.hash)) document.querySelector(location.hash)?.scrollIntoView();
} else {
  byId("says").textContent = says;
}

async function show({ found: sourced, about, isOpen }, kept) {
  const { found, doubt: dealer } = await verifyDealer(sourced, kept);
  const doubts = found.verdict === "true"
    ? [isOpen ? about : null, describeDoubt(kept, found.document), dealer, await describeKeys(found)]
    : [];
  showVerdict(laid, { ...found, doubt: doubts.filter(Boolean).join(" ") || null });
  const how = keepsAnything(kept)
    ? gettext("Checked just now in this browser, and compared with what it saw and drew during the game.")
    : gettext(
      "Checked just now in this browser. It has stored nothing from this game, so it could only check the file against itself.",
    );
  byId("says").textContent = [isOpen ? null : about, how].filter(Boolean).join(" ");
}
