// Checks any transcript, any player's case, and any record of shared decks: from a file, from what is pasted, or (on
// the site) of a game by its name. Works from a file too.

import { looksLikeCase, verifyBeside, verifyCase } from "./case.js";
import { sameAs, sharedBy } from "../../game/fairness/deal-links.js";
import { looksLikeDecks, verifyBesideDecks, verifyDecks } from "./decks.js";
import { verifyBesideGame } from "./same-cards.js";
import { verify } from "./transcript.js";
import { byId } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { showVerdict } from "./transcript-view.js";

/** The name of a game from what was typed: the name itself, or an address of it. */
function parseGameName(typed) {
  const found = /(?:\/(?:table|game|games)\/)?([0-9A-Za-z_-]{1,16})(?:\/[a-z]*)?(?:[?#].*)?$/.exec(typed.trim());
  return found ? found[1] : "";
}

/**
 * The latest true verdicts: a transcript's verdict, a case, and a record of decks. Those of one game are held
 * against each other.
 */
const checked = { transcript: null, kept: null, decks: null, file: null };

/** @param {Uint8Array} file @param {string} from what to call it */
function check(file, from) {
  if (looksLikeDecks(file)) return checkDecks(file, from);
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
    if (!isCase && found.verdict === "true") found = besideGame(besideDecks(found, from), file, before, from);
  }
  showVerdict(byId("laid"), found);
  byId("laid").querySelector(".verdict").scrollIntoView({ block: "nearest" });
}

function checkDecks(file, from) {
  let found = verifyDecks(file);
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

/** The verdict on a transcript beside the decks that were checked, if it is dealt from these. */
function besideDecks(found, from) {
  if (!checked.decks || sharedBy(found.document.fair)?.set !== checked.decks.set) return found;
  byId("says").textContent = gettext(
    "{from}, compared with the shared decks and the game that you checked before",
    { from },
  );
  return verifyBesideDecks(found, checked.decks.file);
}

/** The verdict on a transcript beside the one that was checked before, if either was dealt the cards of the other. */
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

async function checkFile(file) {
  if (file) check(new Uint8Array(await file.arrayBuffer()), file.name);
}

/** Text copied from a page has lost the line end that every transcript ends with. */
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

/** Checks the games that the address names; of two the second is held against the first. */
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
  event.preventDefault(); // it is checked, not laid into the page: a browser takes seconds for that
  const [file] = event.clipboardData.files;
  if (file) checkFile(file);
  else checkPasted(event.clipboardData.getData("text/plain"));
});

const find = byId("find"); // there on the site alone
if (find) {
  find.addEventListener("submit", (event) => {
    event.preventDefault();
    checkGame(byId("game").value);
  });
  checkAll(new URLSearchParams(location.search).getAll("game"));
}
