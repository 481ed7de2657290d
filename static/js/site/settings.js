/** The settings: what is chosen is worn at once, and kept; without this the form does the same at a press. */

import { Sounds } from "../game/sounds.js";
import { post } from "../ui/api.js";
import { face } from "../ui/card-svg.js";
import { html, part, set, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

const SAMPLE = ["AS", "5H", "8C", "JD"];
const root = document.documentElement;
const form = /** @type {HTMLFormElement} */ (part("looks"));
const contrast = /** @type {HTMLLinkElement} */ (document.querySelector("link[href*='css/contrast']"));
const sounds = new Sounds(html("button")); // the one at the table; here the question below turns them on and off

/** Look so from now on. @param {string} name @param {string} value */
function wear(name, value) {
  if (name === "contrast") contrast.media = value === "more" ? "all" : "(prefers-contrast: more)";
  else root.dataset[name] = value;
  draw();
}

function draw() {
  part("sample").replaceChildren(...SAMPLE.map((card) => face(card, { label: false })));
  set(part("listen"), "disabled", root.dataset.sound === "off");
}

/** @param {boolean} isDone  where a press is needed after all, there is what to press */
function tell(isDone, says) {
  write(part("kept"), says);
  form.querySelector(".keep").hidden = isDone;
}

/** One choice after the other is kept, for each is kept beside what the answer to the one before it has set. */
let latest = Promise.resolve();

async function choose({ target: { name, value } }) {
  wear(name, value);
  tell(true, "");
  const mine = latest.then(() => post("/api/me/look", { [name]: value }));
  latest = mine;
  const { ok, body } = await mine;
  if (latest === mine) tell(ok, ok ? gettext("Kept.") : body.says);
}

form.addEventListener("change", choose);
part("listen").addEventListener("click", async () => {
  await sounds.context?.resume();
  sounds.play("score");
});
part("listen").hidden = false;
tell(true, "");
draw();
