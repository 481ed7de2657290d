/** Shows the six cards: a tap puts one back, or in practice selects it for the discard. */

import { cardName } from "../../ui/cards/card-names.js";
import { cardFace, cardOutline } from "../../ui/cards/card-svg.js";
import { sortCards } from "../../ui/cards/card-values.js";
import { html, setAttr, syncChildren } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { HAND } from "./position-input.js";

const isCard = (item) => typeof item === "string";

export class Six {
  /** @param {HTMLElement} node @param {(card: string) => void} tapped */
  constructor(node, tapped) {
    this.node = node;
    this.tapped = tapped;
  }

  /** @param {{cards: string[], thrown: string[], isGuess: boolean}} now  `thrown`: the marked cards */
  draw({ cards, thrown, isGuess }) {
    const held = sortCards([...new Set(cards)]).slice(0, HAND);
    const places = Array.from({ length: HAND - held.length }, (_, n) => n);
    syncChildren(
      this.node,
      [...held, ...places],
      (item) => item,
      (item) => (isCard(item) ? this.card(item) : html("div", { class: "own" }, cardOutline())),
      (node, item) => isCard(item) && this.mark(node, item, { isMarked: thrown.includes(item), isGuess }),
    );
  }

  mark(button, card, { isMarked, isGuess }) {
    button.classList.toggle("chosen", isMarked);
    setAttr(button, "aria-pressed", isGuess && String(isMarked));
    setAttr(button, "aria-label", isGuess ? cardName(card) : gettext("Put back the {card}", { card: cardName(card) }));
  }

  card(card) {
    const attributes = { type: "button", class: "own open", "data-card": card, onclick: () => this.tapped(card) };
    return html("button", attributes, cardFace(card, { label: false }));
  }
}
