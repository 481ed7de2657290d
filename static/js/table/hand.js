/** My cards: buttons in the order of their ranks; two are chosen for the crib, one is played, and the focus stays among them. */

import { mayPlay, mayThrow } from "../game/scene.js";
import { cardName } from "../ui/card-names.js";
import { cardFace } from "../ui/card-svg.js";
import { sortCards } from "../ui/card-values.js";
import { html, setAttr, syncChildren } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

const isSecondOfTwo = (event) => event.detail > 1;

export class Hand {
  /** @param {HTMLElement} node @param {(card: string) => void} tapped */
  constructor(node, tapped) {
    this.node = node;
    this.tapped = tapped;
    this.chosen = new Set();
  }

  draw(scene) {
    const cards = sortCards(scene.hand);
    for (const card of this.chosen) if (!cards.includes(card) || scene.phase !== "throw") this.chosen.delete(card);
    const throwing = mayThrow(scene);
    const playing = mayPlay(scene);
    this.throwing = throwing;
    const focused = [...this.node.children].indexOf(document.activeElement);
    syncChildren(
      this.node,
      cards,
      (card) => card,
      (card) =>
        html(
          "button",
          { type: "button", class: "own", "data-card": card, onclick: (event) => this.tap(card, event) },
          cardFace(card, { label: false }),
        ),
      (button, card, n) => {
        const open = throwing || (playing && scene.playable.includes(card));
        const barred = playing && !open;
        setAttr(button, "aria-label", barred ? gettext("{card}, past thirty-one", { card: cardName(card) }) : cardName(card));
        setAttr(button, "aria-disabled", open ? null : "true");
        setAttr(button, "aria-pressed", throwing ? String(this.chosen.has(card)) : null);
        setAttr(button, "aria-keyshortcuts", String(n + 1));
        button.classList.toggle("chosen", this.chosen.has(card));
        button.classList.toggle("barred", barred);
        button.classList.toggle("open", open);
      },
    );
    this.node.dataset.count = String(cards.length);
    if (focused !== -1 && !this.node.contains(document.activeElement)) this.button(Math.min(focused, cards.length - 1))?.focus({ preventScroll: true });
  }

  /** A double click plays one card, not the next one too that comes to lie under the finger. */
  tap(card, event) {
    if (this.throwing || !isSecondOfTwo(event)) this.tapped(card);
  }

  /** These were thrown, and are here again. @param {string[]} cards */
  restoreChoice(cards) {
    this.chosen = new Set(cards);
  }

  /** Choose or put back a card for the crib; the third chosen takes the place of the first. */
  toggle(card) {
    if (!this.chosen.delete(card)) {
      if (this.chosen.size === 2) this.chosen.delete([...this.chosen][0]);
      this.chosen.add(card);
    }
  }

  button(n) {
    return this.node.children[n] ?? null;
  }

  /** Move the focus left or right among the cards. */
  moveFocus(by) {
    const all = [...this.node.children];
    const at = all.indexOf(document.activeElement);
    all[at === -1 ? 0 : (at + by + all.length) % all.length]?.focus();
  }
}
