/** Applies and saves each setting at once; without this script the form does the same when it is sent. */

import { Sounds } from "../scene/sounds.js";
import { drawPeg } from "../scene/board.js";
import { shapePeg } from "../scene/prizes.js";
import { cardBack, cardFace } from "../../ui/cards/card-svg.js";
import { byId, html, setAttr, setText, svg } from "../../ui/dom.js";
import { savePreference } from "../../ui/preferences.js";
import { gettext } from "../../ui/translate.js";

const SAMPLE = ["AS", "5H", "8C", "JD"];
const root = document.documentElement;
const form = /** @type {HTMLFormElement} */ (byId("looks"));
const sounds = new Sounds();

/** Draws each answer to a question next to its name. */
function drawSamples(name, draw) {
  for (const { value, parentElement } of form.querySelectorAll(`[name="${name}"]`)) {
    const swatch = { class: "swatch", [`data-${name}`]: value, "aria-hidden": "true" };
    parentElement.append(html("span", swatch, draw(value)));
  }
}

function samplePeg(shape) {
  const peg = drawPeg("you");
  shapePeg(peg, shape);
  return svg("svg", { viewBox: "-9 -9 18 18" }, peg);
}

function draw() {
  byId("sample-cards").replaceChildren(...SAMPLE.map((card) => cardFace(card, { label: false })));
  setAttr(byId("listen"), "disabled", root.dataset.sound === "off");
}

/** @param {boolean} isDone  false shows the button for saving by hand */
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
drawSamples("back", () => cardBack());
drawSamples("pegs", samplePeg);
showSaved(true, "");
draw();
