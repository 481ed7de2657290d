/**
 * The throw of the day on the front page's felt: the visitor taps two cards and discards them, and its page shows the
 * result.
 */

import { post } from "../../ui/api.js";
import { cardFace } from "../../ui/cards/card-svg.js";
import { html, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

const IN_ALL = 2;

export class FeltThrow {
  /**
   * @param {object} position from the server
   * @param {{cards: HTMLElement, says: HTMLElement, go: HTMLAnchorElement}} parts where it is drawn; `go` links
   *   to its page
   */
  constructor({ day, six }, { cards, says, go }) {
    Object.assign(this, { day, says, page: go.href });
    this.chosen = new Set();
    this.cards = six.map((card) => {
      const button = html("button", { class: "mat-choice", type: "button", "data-card": card }, cardFace(card));
      button.addEventListener("click", () => this.tap(card));
      return button;
    });
    this.go = html("button", { class: "button small", type: "button" }, gettext("Discard these two"));
    this.go.addEventListener("click", () => this.throw());
    cards.replaceChildren(...this.cards);
    go.replaceWith(this.go);
    this.draw();
  }

  tap(card) {
    if (!this.chosen.delete(card) && this.chosen.size < IN_ALL) this.chosen.add(card);
    this.draw();
  }

  async throw() {
    this.go.disabled = true;
    const { ok, body } = await post(`/api/throws/${this.day}`, { cards: [...this.chosen] });
    if (ok) location.assign(this.page);
    else this.draw(body.says);
  }

  draw(says = this.prompt()) {
    for (const button of this.cards) button.setAttribute("aria-pressed", String(this.chosen.has(button.dataset.card)));
    this.go.disabled = this.chosen.size < IN_ALL;
    setText(this.says, says);
  }

  prompt() {
    return [gettext("Which two do you discard?"), gettext("And one more?")][this.chosen.size] ?? "";
  }
}
