/** The form that makes a game, and what it remembers. */

import { post } from "../ui/api.js";
import { write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

const KEPT = "every-other.lobby.make";
const SLOW = 1_000;
const FIELDS = ["target", "counting", "clock", "rated"];
// What cannot be played for points, and what comes nearest to it.
const INSTEAD = { target: { 61: "121" }, counting: { manual: "muggins" } };

/** What was chosen last, as far as it still is a choice. */
export function remembered(text, choices) {
  try {
    const kept = JSON.parse(text ?? "{}") ?? {};
    return Object.fromEntries(
      FIELDS.filter((field) => choices[field]?.includes(String(kept[field]))).map((field) => [field, String(kept[field])]),
    );
  } catch {
    return {};
  }
}

/** The body of `POST /api/games` that a form's fields stand for. */
export const wanted = ({ against, target, counting, clock, quick, rated }) => ({
  against: against.trim(),
  target: Number(target),
  counting,
  clock,
  ...(quick ? { quick: true } : {}),
  ...(rated === "true" ? { rated: true } : {}),
});

/** Say beside a form what became of it: a complaint, or why it takes so long. */
function tell(form, says, isComplaint = true) {
  const node = form.querySelector("[data-part=says]");
  node.classList.toggle("complaint", isComplaint);
  node.hidden = !says;
  write(node, says);
}

/**
 * Send a form by the API instead, so that an answer can be shown here.
 * @param {HTMLFormElement} form
 * @param {(game: object, asked: object) => void} made
 */
export function sendHere(form, made) {
  let under_way = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (under_way) return;
    under_way = true;
    const fields = new FormData(form);
    if (event.submitter?.name) fields.set(event.submitter.name, event.submitter.value);
    form.setAttribute("aria-busy", "true");
    tell(form, "");
    const excuse = setTimeout(() => tell(form, gettext("The server takes its time. Your game is still asked for."), false), SLOW);
    const asked = wanted(Object.fromEntries(fields));
    const { ok, body } = await post("/api/games", asked);
    clearTimeout(excuse);
    under_way = false;
    form.removeAttribute("aria-busy");
    tell(form, ok ? "" : body.says);
    if (ok) made(body, asked);
  });
}

export class MakeForm {
  /**
   * @param {HTMLFormElement} form
   * @param {(game: object, asked: object) => void} made
   */
  constructor(form, made) {
    this.form = form;
    this.name = form.querySelector("input[name=against]");
    this.names = form.querySelector("datalist");
    this.choose(remembered(load(), this.choices()));
    form.addEventListener("change", () => {
      this.bar();
      keep(Object.fromEntries(FIELDS.map((field) => [field, form.elements[field].value])));
    });
    sendHere(form, (game, asked) => {
      this.name.value = "";
      made(game, asked);
    });
  }

  choices() {
    const open = (field) => [...this.form.elements[field]].filter((radio) => !radio.disabled);
    return Object.fromEntries(FIELDS.map((field) => [field, open(field).map((radio) => radio.value)]));
  }

  /** What cannot be rated is no choice while the game is to be. */
  bar() {
    const { elements } = this.form;
    const rated = elements.rated.value === "true";
    for (const [field, instead] of Object.entries(INSTEAD)) {
      for (const radio of elements[field]) radio.disabled = rated && radio.value in instead;
      if (rated) elements[field].value = instead[elements[field].value] ?? elements[field].value;
    }
  }

  /** @param {Partial<import("../game/offers.js").Settings>} settings */
  choose(settings) {
    for (const field of FIELDS) if (settings[field] !== undefined) this.form.elements[field].value = String(settings[field]);
    this.bar();
  }

  /** Fill in a challenge to this player, and bring the form into view. */
  challenge(name, settings = {}) {
    this.choose(settings);
    this.name.value = name;
    this.name.scrollIntoView({ block: "center" });
    this.form.querySelector("[data-part=challenge]").focus();
  }

  /** Offer the names of those who are here. */
  offer(names) {
    const now = [...this.names.options].map((option) => option.value);
    if (now.join("\n") === names.join("\n")) return;
    this.names.replaceChildren(...names.map((name) => Object.assign(document.createElement("option"), { value: name })));
  }
}

function load() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(settings) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
