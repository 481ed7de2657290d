/** The table of the fifteen discards. */

import { cardName, cardSign } from "../../ui/cards/card-names.js";
import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { findLine, formatLine, sortLines } from "./lines.js";

const sign = (card) =>
  html(
    "span",
    { class: "HD".includes(card[1]) ? "sign red" : "sign", role: "img", "aria-label": cardName(card) },
    cardSign(card),
  );

export class Throws {
  /** @param {HTMLTableElement} node @param {() => void} again draw once more */
  constructor(node, again) {
    this.node = node;
    this.body = node.tBodies[0];
    this.row = byId("row").content.querySelector("tr");
    this.sorts = [...node.querySelectorAll(".sort")];
    const by = this.sorts.find((button) => button.parentNode.hasAttribute("aria-sort")).value;
    this.order = { by, up: false };
    for (const button of this.sorts) {
      button.addEventListener("click", (event) => {
        event.preventDefault();
        this.order = { by: button.value, up: button.value === this.order.by && !this.order.up };
        again();
      });
    }
  }

  /** @param {import("./lines.js").Line[]} lines the best first @param {{dealer: boolean, guess: string[]}} about */
  draw(lines, { dealer, guess }) {
    const { by, up } = this.order;
    for (const button of this.sorts) {
      setAttr(button.parentNode, "aria-sort", button.value === by && (up ? "ascending" : "descending"));
    }
    const mine = guess.length ? findLine(lines, guess) : null;
    const drafts = sortLines(lines, this.order, dealer).map(
      (line) => this.buildRow(line, { best: lines[0], dealer, mine }),
    );
    this.body.replaceChildren(...drafts);
    this.node.hidden = false;
  }

  clear() {
    this.body.replaceChildren();
    this.node.hidden = true;
  }

  buildRow(line, { best, dealer, mine }) {
    const row = this.row.cloneNode(true);
    const cell = (name) => row.querySelector(`[data-part=${name}]`);
    for (const [name, says] of Object.entries(formatLine(line, best, dealer))) setText(cell(name), says);
    for (const name of ["thrown", "kept"]) cell(name).replaceChildren(...line[name].map(sign));
    row.classList.toggle("best", line === best);
    row.classList.toggle("mine", line === mine);
    if (line === best) setText(cell("behind"), gettext("best"));
    if (line === mine) cell("thrown").append(html("span", { class: "unseen" }, `, ${gettext("your discard")}`));
    return row;
  }
}
