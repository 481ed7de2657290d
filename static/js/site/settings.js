/** Applies and saves each setting at once; without this script the form does the same when it is sent. */

import { Sounds } from "../game/sounds.js";
import { post } from "../ui/api.js";
import { cardFace } from "../ui/card-svg.js";
import { byId, html, setAttr, setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

const SAMPLE = ["AS", "5H", "8C", "JD"];
const root = document.documentElement;
const form = /** @type {HTMLFormElement} */ (byId("looks"));
const contrast = /** @type {HTMLLinkElement} */ (document.querySelector("link[href*='css/contrast']"));
const sounds = new Sounds(html("button")); // the one at the table; here the question below turns them on and off

/** Look so from now on. @param {string} name @param {string} value */
function applyPreference(name, value) {
  if (name === "contrast") contrast.media = value === "more" ? "all" : "(prefers-contrast: more)";
  else root.dataset[name] = value;
  draw();
}

function draw() {
  byId("sample").replaceChildren(...SAMPLE.map((card) => cardFace(card, { label: false })));
  setAttr(byId("listen"), "disabled", root.dataset.sound === "off");
}

/** @param {boolean} isDone  where a press is needed after all, there is what to press */
function showSaved(isDone, says) {
  setText(byId("kept"), says);
  form.querySelector(".keep").hidden = isDone;
}

/** Saves the choices one after another: each is saved beside what the answer before it has set. */
let latest = Promise.resolve();

async function savePreference({ target: { name, value } }) {
  applyPreference(name, value);
  showSaved(true, "");
  const mine = latest.then(() => post("/api/me/look", { [name]: value }));
  latest = mine;
  const { ok, body } = await mine;
  if (latest === mine) showSaved(ok, ok ? gettext("Kept.") : body.says);
}

form.addEventListener("change", savePreference);
byId("listen").addEventListener("click", async () => {
  await sounds.context?.resume();
  sounds.play("score");
});
byId("listen").hidden = false;
showSaved(true, "");
draw();
