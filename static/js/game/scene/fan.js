/** Draws a hand face up: the kept cards, with the played ones paler, and separately the two discards. */

import { cardFace } from "../../ui/cards/card-svg.js";
import { sortCards } from "../../ui/cards/card-values.js";
import { html, setAttr, syncChildren } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

/** "Your cards", "Anna’s cards" */
export const handTitle = (seat, who) =>
  seat === who.you ? gettext("Your cards") : gettext("{name}’s cards", { name: who.names[seat] });

/**
 * A seat's cards at a stop. Once all are played, both players take up their hands again. Pure.
 * @returns {{kept: {card: string, played: boolean}[], thrown: string[]}}
 */
export function splitHand({ dealt, hands, throws }, seat) {
  const playing = hands.some((hand) => hand.length > 0);
  const kept = sortCards(dealt[seat].filter((card) => !throws[seat].includes(card)));
  return {
    kept: kept.map((card) => ({ card, played: playing && !hands[seat].includes(card) })),
    thrown: sortCards(throws[seat]),
  };
}

export class Fan {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.kept = html("ul", { class: "fan-cards" });
    this.thrown = html("ul", { class: "fan-cards thrown", "aria-label": gettext("discarded to the crib") });
    node.append(this.kept, this.thrown);
  }

  draw(cards, seat, who) {
    const { kept, thrown } = splitHand(cards, seat);
    setAttr(this.node, "aria-label", handTitle(seat, who));
    this.thrown.hidden = thrown.length === 0;
    const item = (card) => html("li", {}, cardFace(card));
    syncChildren(this.kept, kept, ({ card }) => card, ({ card }) => item(card), (node, { played }) => {
      node.classList.toggle("played-out", played);
    });
    syncChildren(this.thrown, thrown, (card) => card, item);
  }
}
