// Check any transcript: from a file, from what is pasted, or (on the site) of a game by its name. Works from a file too.

import { verify } from "../fair/transcript.js";
import { part } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { layOut } from "./transcript-view.js";

/** The name of a game from whatever is typed: the name itself, or an address of it. */
function nameIn(typed) {
  const found = /(?:\/(?:table|game|games)\/)?([0-9A-Za-z_-]{1,16})(?:\/[a-z]*)?(?:[?#].*)?$/.exec(typed.trim());
  return found ? found[1] : "";
}

/** @param {Uint8Array} file @param {string} from what to call it */
function check(file, from) {
  part("says").textContent = from;
  layOut(part("laid"), verify(file));
  part("laid").querySelector(".verdict").scrollIntoView({ block: "nearest" });
}

async function checkFile(file) {
  if (file) check(new Uint8Array(await file.arrayBuffer()), file.name);
}

/** What is copied from a page has lost the line's end that every transcript ends with. */
function checkPasted(text) {
  if (text.trim()) check(new TextEncoder().encode(`${text.trim()}\n`), gettext("What was pasted"));
}

async function checkGame(typed) {
  const name = nameIn(typed);
  if (!name) return;
  part("says").textContent = gettext("Fetching…");
  try {
    const answer = await fetch(`/api/games/${encodeURIComponent(name)}/transcript`, { credentials: "same-origin" });
    if (answer.ok) return check(new Uint8Array(await answer.arrayBuffer()), gettext("Game {name}", { name }));
    part("says").textContent = (await answer.json()).says;
  } catch {
    part("says").textContent = gettext("The server could not be reached. Look at your connection, then try again.");
  }
  part("laid").replaceChildren();
}

part("file").addEventListener("change", ({ target }) => {
  checkFile(target.files[0]);
  target.value = ""; // so that the same file can be chosen again
});
part("pasted").addEventListener("input", ({ target }) => checkPasted(target.value));
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

const find = part("find"); // there on the site alone
if (find) {
  find.addEventListener("submit", (event) => {
    event.preventDefault();
    checkGame(part("game").value);
  });
  const asked = new URLSearchParams(location.search).get("game");
  if (asked) {
    part("game").value = asked;
    checkGame(asked);
  }
}
