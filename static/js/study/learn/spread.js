/** Cards in a row, with the starter apart. Each is a button if it can be tapped. */

import { cardName } from "../../ui/cards/card-names.js";
import { cardFace } from "../../ui/cards/card-svg.js";
import { sortCards } from "../../ui/cards/card-values.js";
import { html, setAttr } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

export class Spread {
  /**
   * @param {{cards: string[], starter?: string, label?: string, tap?: (card: string) => void}} laid
   *   `label`: the owner of the cards
   */
  constructor({ cards, starter, label = gettext("Your cards"), tap }) {
    this.slots = new Map(sortCards(cards).map((card) => [card, this.slot(card, tap)]));
    if (starter) this.slots.set(starter, this.starter(starter, tap));
    this.node = html("div", { class: "spread", role: "group", "aria-label": label }, ...this.slots.values());
    this.chosen = [];
  }

  slot(card, tap) {
    if (!tap) return html("div", { class: "slot" }, cardFace(card));
    const attributes = {
      type: "button",
      class: "slot open",
      "aria-label": cardName(card),
      "data-card": card,
      onclick: () => tap(card),
    };
    return html("button", attributes, cardFace(card, { label: false }));
  }

  starter(card, tap) {
    const slot = this.slot(card, tap);
    slot.classList.add("starter");
    if (tap) setAttr(slot, "aria-label", gettext("{card}, the starter", { card: cardName(card) }));
    slot.append(html("span", { class: "label", "aria-hidden": tap ? "true" : null }, gettext("starter")));
    return slot;
  }

  /** Selects or deselects a card. Beyond `most` the first one is deselected. */
  toggle(card, most = Infinity) {
    const others = this.chosen.filter((each) => each !== card);
    this.choose(
      others.length < this.chosen.length ? others : [...others.slice(most === Infinity ? 0 : 1 - most), card],
    );
  }

  choose(cards) {
    this.chosen = cards;
    for (const [card, slot] of this.slots) {
      slot.classList.toggle("chosen", cards.includes(card));
      setAttr(slot, "aria-pressed", String(cards.includes(card)));
    }
  }

  /** @param {string[] | null} cards null: all the same */
  light(cards) {
    this.node.classList.toggle("lighting", cards !== null);
    for (const [card, slot] of this.slots) slot.classList.toggle("lit", Boolean(cards?.includes(card)));
  }

  /** Disables all cards. */
  disable() {
    this.choose([]);
    for (const slot of this.slots.values()) {
      slot.classList.remove("open");
      setAttr(slot, "aria-disabled", "true");
    }
  }
}
