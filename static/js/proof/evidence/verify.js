// Checks any transcript, any player's case, and any record of shared decks: from a file, from pasted text, or (on the
// site) of a game by its name. Also works from a file on disk.

import { looksLikeCase, verifyBeside, verifyCase } from "./case.js";
import { sameAs, sharedBy } from "../../game/fairness/deal-links.js";
import { looksLikeDecks, verifyBesideDecks, verifyDecks, verifyDelay } from "./decks.js";
import { verifyBesideEarlier } from "./earlier-game.js";
import { earlierGame } from "../../game/fairness/first-dealer.js";
import { verifyBesideGame } from "./same-cards.js";
import { verify } from "./transcript.js";
import { SEGMENTS, WHOLE } from "../../rng/delay.js";
import { byId } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { showVerdict } from "./transcript-view.js";

const CAVEAT = gettext(
  "A file can’t show who its players are. Someone who was both players and the server could have chosen the cards.",
);

/** The name of a game from the typed text: the name itself, or a URL of the game. */
function parseGameName(typed) {
  const found = /(?:\/(?:table|game|games)\/)?([0-9A-Za-z_-]{1,16})(?:\/[a-z]*)?(?:[?#].*)?$/.exec(typed.trim());
  return found ? found[1] : "";
}

/** The latest true verdicts: a transcript's verdict, a case, and a record of decks. Those of one game are compared. */
const checked = { transcript: null, kept: null, decks: null, file: null };

/** The number of files checked so far: a delay that is still being computed may belong to an earlier one. */
let count = 0;

/** @param {Uint8Array} file @param {string} from its displayed name */
function check(file, from) {
  if (looksLikeDecks(file)) return checkDecks(file, from);
  count++;
  const isCase = looksLikeCase(file);
  let found = isCase ? verifyCase(file) : verify(file);
  byId("says").textContent = from;
  if (found.verdict === "true") {
    const before = { found: checked.transcript, file: checked.file };
    if (isCase) checked.kept = { file, game: found.game };
    else Object.assign(checked, { transcript: found, file });
    if (checked.transcript?.game === checked.kept?.game) {
      const both = verifyBeside(checked.transcript, checked.kept.file);
      if (both.verdict !== "true") found = both;
      byId("says").textContent = isCase
        ? gettext("{from}, compared with the transcript of the same game that you checked before", { from })
        : gettext("{from}, compared with the receipts of the same game that you checked before", { from });
    }
    if (!isCase && found.verdict === "true") {
      found = besideEarlier(besideGame(besideDecks(found, from), file, before, from), before.found, from);
    }
  }
  showVerdict(byId("laid"), { ...found, caveat: isCase ? null : CAVEAT });
  byId("laid").querySelector(".verdict").scrollIntoView({ block: "nearest" });
}

async function checkDecks(file, from) {
  const own = ++count;
  const before = verifyDecks(file);
  showVerdict(byId("laid"), before);
  const progress = (n) => {
    if (own === count) byId("says").textContent = gettext("Computing the delay: {n} of {all}", { n, all: SEGMENTS });
  };
  let found = await verifyDelay(before, WHOLE, progress).catch(() => before); // a page without TLS has no WebCrypto
  if (own !== count) return;
  byId("says").textContent = from;
  if (found.verdict === "true") {
    checked.decks = { file, set: found.decks };
    if (checked.transcript) {
      const both = besideDecks(checked.transcript, from);
      if (both.verdict !== "true") found = both;
    }
  }
  showVerdict(byId("laid"), found);
  byId("laid").querySelector(".verdict").scrollIntoView({ block: "nearest" });
}

/** The verdict on a transcript combined with the decks that were checked, if it is dealt from them. */
function besideDecks(found, from) {
  if (!checked.decks || sharedBy(found.document.fair)?.set !== checked.decks.set) return found;
  byId("says").textContent = gettext(
    "{from}, compared with the shared decks and the game that you checked before",
    { from },
  );
  return verifyBesideDecks(found, checked.decks.file);
}

/** The verdict on a transcript combined with the one that was checked before, if one repeats the cards of the other. */
function besideGame(found, file, before, from) {
  if (found.verdict !== "true" || !before.found) return found;
  const isSecond = sameAs(found.document.fair)?.game === before.found.game;
  if (!isSecond && sameAs(before.found.document.fair)?.game !== found.game) return found;
  byId("says").textContent = gettext(
    "{from}, compared with the game of the same cards that you checked before",
    { from },
  );
  return isSecond ? verifyBesideGame(found, before.file) : verifyBesideGame(before.found, file);
}

/**
 * The verdict on a transcript combined with the one that was checked before, if one decided who deals first in the
 * other.
 */
function besideEarlier(found, before, from) {
  if (found.verdict !== "true" || !before) return found;
  const isSecond = earlierGame(found.document.fair) === before.game;
  if (!isSecond && earlierGame(before.document.fair) !== found.game) return found;
  byId("says").textContent = gettext("{from}, compared with the game before, which decided who deals first", { from });
  return isSecond ? verifyBesideEarlier(found, before) : verifyBesideEarlier(before, found);
}

async function checkFile(file) {
  if (file) check(new Uint8Array(await file.arrayBuffer()), file.name);
}

/** Checks text that was copied from a page, which has lost the final newline of every transcript. */
function checkPasted(text) {
  if (text.trim()) check(new TextEncoder().encode(`${text.trim()}\n`), gettext("The pasted text"));
}

async function checkGame(typed) {
  const name = parseGameName(typed);
  if (!name) return;
  byId("says").textContent = gettext("Loading…");
  try {
    const answer = await fetch(`/api/games/${encodeURIComponent(name)}/transcript`, { credentials: "same-origin" });
    if (answer.ok) return check(new Uint8Array(await answer.arrayBuffer()), gettext("Game {name}", { name }));
    byId("says").textContent = (await answer.json()).says;
  } catch {
    byId("says").textContent = gettext("Can’t reach the server. Check your connection, then try again.");
  }
  byId("laid").replaceChildren();
}

/** Checks the games that the URL names. Of two the second is compared with the first. */
async function checkAll(asked) {
  for (const name of asked) {
    byId("game").value = name;
    await checkGame(name);
  }
}

byId("file").addEventListener("change", ({ target }) => {
  checkFile(target.files[0]);
  target.value = ""; // so that the same file can be chosen again
});
byId("pasted").addEventListener("input", ({ target }) => checkPasted(target.value));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  checkFile(event.dataTransfer.files[0]);
});
addEventListener("paste", (event) => {
  if (event.target.id === "game") return;
  event.preventDefault(); // it is checked, and not inserted into the page, which would take a browser seconds
  const [file] = event.clipboardData.files;
  if (file) checkFile(file);
  else checkPasted(event.clipboardData.getData("text/plain"));
});

const find = byId("find"); // only on the site
if (find) {
  find.addEventListener("submit", (event) => {
    event.preventDefault();
    checkGame(byId("game").value);
  });
  checkAll(new URLSearchParams(location.search).getAll("game"));
}
