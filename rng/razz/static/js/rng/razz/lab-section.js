/** Razz in the lab: the reader's own starts and ranges. */

import { get } from "../../ui/api.js";
import { byId, html, setText, svg } from "../../ui/dom.js";
import {
  barLengths,
  describeFit,
  describeReadings,
  formatEquity,
  formatShare,
  lawUrl,
  rangesUrl,
  rowName,
} from "./texts.js";

const WIDE = 100;
const HIGH = 10;

/** A form that queries the server, and the places for its answer and its error. */
class QueryForm {
  /**
   * @param {string} id
   * @param {(form: HTMLFormElement) => string} path
   * @param {(answer: object) => {says: string, rows: Node[]}} draw
   */
  constructor(id, path, draw) {
    Object.assign(this, { form: byId(id), answer: byId(`${id}-answer`), fault: byId(`${id}-fault`), path, draw });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.requestAnswer();
    });
  }

  async requestAnswer() {
    const asked = this.path(this.form);
    this.asked = asked;
    this.answer.setAttribute("aria-busy", "true");
    const { ok, body } = await get(asked);
    if (this.asked !== asked) return;
    this.answer.removeAttribute("aria-busy");
    setText(this.fault, ok ? "" : body.says);
    this.fault.hidden = ok;
    this.answer.hidden = !ok;
    if (!ok) return;
    const { says, rows } = this.draw(body);
    setText(this.answer.querySelector("[data-part=says]"), says);
    this.answer.querySelector("tbody").replaceChildren(...rows);
  }
}

const field = (form, name) => form.elements[name].value;

function drawLaw(answer) {
  const reach = barLengths(answer.rows);
  const rows = answer.rows.map(({ row, exact, sampled }, at) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, rowName(row)),
      html("td", {}, formatShare(exact)),
      html("td", {}, formatShare(sampled)),
      html("td", { class: "razz-bars" }, bar(reach[at])),
    ),
  );
  return { says: describeFit(answer), rows };
}

/** Draws the exact share as a bar and the sampled one as a mark. The figures next to it are the same. */
function bar({ exact, sampled }) {
  const at = Math.min(WIDE - 1, sampled * WIDE);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width: exact * WIDE, height: HIGH }),
    svg("line", { x1: at, x2: at, y2: HIGH, "vector-effect": "non-scaling-stroke" }),
  );
}

function drawRanges({ readings: { unordered, ordered } }) {
  const cell = (reading, at) => {
    const { share, results } = formatEquity(reading.players[at], reading.exact);
    return html("td", {}, share, html("small", {}, results));
  };
  const rows = unordered.players.map(({ hand }, at) =>
    html("tr", {}, html("th", { scope: "row" }, hand), cell(unordered, at), cell(ordered, at)),
  );
  return { says: describeReadings(unordered, ordered), rows };
}

let seed = 0;
const named = (form) =>
  Object.fromEntries(["cards", "others", "dead", "games", "generator"].map((name) => [name, field(form, name)]));
const law = new QueryForm("razz-law", (form) => lawUrl(named(form), (seed += 1)), drawLaw);
law.form.elements.twice.addEventListener("click", () => {
  law.form.elements.dead.value = field(law.form, "cards");
  law.requestAnswer();
});

const hands = (form) => [...form.elements.hands].map(({ value }) => value);
new QueryForm("razz-ranges", (form) => rangesUrl(hands(form), field(form, "dead")), drawRanges);
