/** Razz in the lab: starts and ranges of one's own. */

import { get } from "../../ui/api.js";
import { html, part, svg, write } from "../../ui/dom.js";
import { bars, compared, fitted, lawPath, percent, rangesPath, rowName, worth } from "./razz-texts.js";

const WIDE = 100;
const HIGH = 10;

/** A form that asks the server, and where its answer and its fault are said. */
class Asking {
  /** @param {string} id @param {(form: HTMLFormElement) => string} path @param {(answer: object) => {says: string, rows: Node[]}} draw */
  constructor(id, path, draw) {
    Object.assign(this, { form: part(id), answer: part(`${id}-answer`), fault: part(`${id}-fault`), path, draw });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
  }

  async ask() {
    const asked = this.path(this.form);
    this.asked = asked;
    this.answer.setAttribute("aria-busy", "true");
    const { ok, body } = await get(asked);
    if (this.asked !== asked) return;
    this.answer.removeAttribute("aria-busy");
    write(this.fault, ok ? "" : body.says);
    this.fault.hidden = ok;
    this.answer.hidden = !ok;
    if (!ok) return;
    const { says, rows } = this.draw(body);
    write(this.answer.querySelector("[data-part=says]"), says);
    this.answer.querySelector("tbody").replaceChildren(...rows);
  }
}

const field = (form, name) => form.elements[name].value;

function lawOf(answer) {
  const reach = bars(answer.rows);
  const rows = answer.rows.map(({ row, exact, sampled }, at) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, rowName(row)),
      html("td", {}, percent(exact)),
      html("td", {}, percent(sampled)),
      html("td", { class: "razz-bars" }, bar(reach[at])),
    ),
  );
  return { says: fitted(answer), rows };
}

/** The exact share as a bar, the drawn one as a mark; the figures beside it say the same. */
function bar({ exact, sampled }) {
  const at = Math.min(WIDE - 1, sampled * WIDE);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width: exact * WIDE, height: HIGH }),
    svg("line", { x1: at, x2: at, y2: HIGH, "vector-effect": "non-scaling-stroke" }),
  );
}

function rangesOf({ readings: { unordered, ordered } }) {
  const cell = (reading, at) => {
    const { share, results } = worth(reading.players[at], reading.exact);
    return html("td", {}, share, html("small", {}, results));
  };
  const rows = unordered.players.map(({ hand }, at) =>
    html("tr", {}, html("th", { scope: "row" }, hand), cell(unordered, at), cell(ordered, at)),
  );
  return { says: compared(unordered, ordered), rows };
}

let seed = 0;
const named = (form) => Object.fromEntries(["cards", "others", "dead", "games"].map((name) => [name, field(form, name)]));
const law = new Asking("razz-law", (form) => lawPath(named(form), (seed += 1)), lawOf);
law.form.elements.twice.addEventListener("click", () => {
  law.form.elements.dead.value = field(law.form, "cards");
  law.ask();
});

const hands = (form) => [...form.elements.hands].map(({ value }) => value);
new Asking("razz-ranges", (form) => rangesPath(hands(form), field(form, "dead")), rangesOf);
