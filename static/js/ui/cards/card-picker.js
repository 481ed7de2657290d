/** Shows all 52 cards to pick from: one stop for the Tab key, with the arrow keys moving among them. */

import { cardName, cardSign } from "./card-names.js";
import { DECK } from "./card-values.js";
import { html, setAttr, setText } from "../dom.js";
import { gettext } from "../translate.js";

const SUIT = 13;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SUIT, ArrowDown: SUIT };

export class CardPicker {
  /** @param {HTMLElement} node @param {(card: string) => void} tapped */
  constructor(node, tapped) {
    this.buttons = DECK.map((card, n) => {
      const attributes = {
        type: "button", class: "HD".includes(card[1]) ? "pick red" : "pick", "data-card": card, tabindex: n ? -1 : 0,
        onclick: () => tapped(card), onfocus: () => this.setTabStop(n),
      };
      const [, rank, suit] = cardSign(card).match(/^(.+)(.)$/u);
      const signs = [rank, suit].map((sign) => html("span", { "aria-hidden": "true" }, sign));
      return html("button", attributes, ...signs, html("span", { class: "unseen" }));
    });
    const suits = [0, 1, 2, 3].map(
      (n) => html("div", { class: "suit" }, ...this.buttons.slice(n * SUIT, (n + 1) * SUIT)),
    );
    node.append(...suits);
    node.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      const at = this.buttons.indexOf(document.activeElement);
      this.buttons[(at + step + DECK.length) % DECK.length].focus();
    });
  }

  setTabStop(n) {
    this.buttons.forEach((button, k) => setAttr(button, "tabindex", k === n ? 0 : -1));
  }

  /** @param {{held: string[], seen: string[]}} now */
  draw({ held, seen }) {
    for (const button of this.buttons) {
      const { card } = button.dataset;
      const [isMine, isElsewhere] = [held.includes(card), seen.includes(card)];
      setAttr(button, "aria-pressed", String(isMine || isElsewhere));
      setText(button.lastChild, describeChoice(cardName(card), isMine, isElsewhere));
      button.classList.toggle("seen", isElsewhere);
    }
  }
}

function describeChoice(card, isMine, isElsewhere) {
  if (isMine) return gettext("{card}, yours", { card });
  return isElsewhere ? gettext("{card}, seen elsewhere", { card }) : card;
}
