/** Applies and saves each setting at once; without this script the form does the same when it is sent. */

import { Sounds } from "../scene/sounds.js";
import { cardFace } from "../../ui/cards/card-svg.js";
import { byId, setAttr, setText } from "../../ui/dom.js";
import { savePreference } from "../../ui/preferences.js";
import { gettext } from "../../ui/translate.js";

const SAMPLE = ["AS", "5H", "8C", "JD"];
const root = document.documentElement;
const form = /** @type {HTMLFormElement} */ (byId("looks"));
const sounds = new Sounds();

function draw() {
  byId("sample-cards").replaceChildren(...SAMPLE.map((card) => cardFace(card, { label: false })));
  setAttr(byId("listen"), "disabled", root.dataset.sound === "off");
}

/** @param {boolean} isDone  where a press is needed after all, there is what to press */
function showSaved(isDone, says) {
  setText(byId("kept"), says);
  form.querySelector(".keep").hidden = isDone;
}

form.addEventListener("change", async ({ target: { name, value } }) => {
  showSaved(true, "");
  const saved = savePreference(name, value);
  draw();
  const { ok, body } = await saved;
  if (ok && name === "language") location.reload();
  showSaved(ok, ok ? gettext("Saved.") : body.says);
});
byId("listen").addEventListener("click", async () => {
  await sounds.context?.resume();
  sounds.play("score");
});
byId("listen").hidden = false;
showSaved(true, "");
draw();
