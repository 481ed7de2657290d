/** The form that makes a game, and its remembered choices. */

import { post } from "../../ui/api.js";
import { setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

const KEPT = "every-other.lobby.make";
const SLOW = 1_000;
const FIELDS = ["target", "best_of", "counting", "clock", "rated"];
/** The player's head start in holes. It is for one game and one opponent, so not remembered. */
const AHEAD = "ahead";
// Settings that cannot be rated, and the closest ones that can.
const INSTEAD = { target: { 61: "121" }, counting: { manual: "muggins" } };

/** The last choices, as far as they are still available. */
export function parseRemembered(text, choices) {
  try {
    const kept = JSON.parse(text ?? "{}") ?? {};
    return Object.fromEntries(
      FIELDS.filter(
        (field) => choices[field]?.includes(String(kept[field])),
      ).map((field) => [field, String(kept[field])]),
    );
  } catch {
    return {};
  }
}

/** The body of `POST /api/games` for a form's fields. */
export const gameRequest = ({ against, target, counting, clock, quick, rated, best_of: bestOf, ahead }) => ({
  against: against.trim(),
  target: Number(target),
  counting,
  clock,
  ...(quick ? { quick: true } : {}),
  ...(Number(bestOf) > 1 ? { best_of: Number(bestOf) } : {}),
  ...(Number(ahead) ? { ahead: Number(ahead) } : {}),
  ...(rated === "true" ? { rated: true } : {}),
});

/** Shows a message next to a form: an error, or why it takes so long. */
function showFormMessage(form, says, isComplaint = true) {
  const node = form.querySelector("[data-part=says]");
  node.classList.toggle("complaint", isComplaint);
  node.hidden = !says;
  setText(node, says);
}

/**
 * Sends a form by the API, so that the answer can be shown here. A pending one is not sent twice.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} submitter  whose value is included
 * @param {(game: object, asked: object) => void} made
 */
export async function sendByApi(form, submitter, made) {
  if (form.getAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  const fields = new FormData(form);
  if (submitter?.name) fields.set(submitter.name, submitter.value);
  showFormMessage(form, "");
  const excuse = setTimeout(
    () => showFormMessage(form, gettext("The server is slow to answer. Your request for a game is still being sent."), false),
    SLOW,
  );
  const asked = gameRequest(Object.fromEntries(fields));
  const { ok, body } = await post("/api/games", asked);
  clearTimeout(excuse);
  form.removeAttribute("aria-busy");
  showFormMessage(form, ok ? "" : body.says);
  if (ok) made(body, asked);
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
    this.recall();
    form.addEventListener("change", () => {
      this.disableUnrateable();
      keep(Object.fromEntries(FIELDS.map((field) => [field, form.elements[field].value])));
    });
    this.made = made;
  }

  /** @param {HTMLButtonElement | null} submitter */
  send(submitter) {
    return sendByApi(this.form, submitter, (game, asked) => {
      this.name.value = "";
      this.made(game, asked);
    });
  }

  /** Selects the last choices, from any form. */
  recall() {
    this.applySettings(parseRemembered(load(), this.choices()));
  }

  choices() {
    const open = (field) => [...this.form.elements[field]].filter((radio) => !radio.disabled);
    return Object.fromEntries(FIELDS.map((field) => [field, open(field).map((radio) => radio.value)]));
  }

  /** Disables the choices that cannot be rated, if the game is to be rated. */
  disableUnrateable() {
    const { elements } = this.form;
    const rated = elements.rated.value === "true";
    for (const [field, instead] of Object.entries(INSTEAD)) {
      for (const radio of elements[field]) radio.disabled = rated && radio.value in instead;
      if (rated) elements[field].value = instead[elements[field].value] ?? elements[field].value;
    }
  }

  /** @param {Partial<import("../scene/offers.js").Settings>} settings */
  applySettings(settings) {
    const own = this.form.elements[AHEAD];
    if (own) own.value = String(settings.ahead ?? 0);
    for (const field of FIELDS) {
      if (settings[field] !== undefined) this.form.elements[field].value = String(settings[field]);
    }
    this.disableUnrateable();
  }

  /** Offers the names of players who are here. */
  offer(names) {
    const now = [...this.names.options].map((option) => option.value);
    if (now.join("\n") === names.join("\n")) return;
    this.names.replaceChildren(
      ...names.map((name) => Object.assign(document.createElement("option"), { value: name })),
    );
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
    // Without storage the form has its defaults next time.
  }
}
