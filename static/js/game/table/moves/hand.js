/** The player's cards, as buttons in the order of their ranks. */

import { cardsOf } from "../../advice/cards-of.js";
import { mayPlay, mayThrow } from "../../scene/scene.js";
import { cardName } from "../../../ui/cards/card-names.js";
import { cardFace } from "../../../ui/cards/card-svg.js";
import { sortCards } from "../../../ui/cards/card-values.js";
import { html, setAttr, syncChildren } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";

const isSecondOfTwo = (event) => event.detail > 1;

export class Hand {
  /** @param {HTMLElement} root @param {(card: string) => void} tap */
  constructor(root, tap) {
    Object.assign(this, { root, tap, isThrowing: false, lifted: [] });
  }

  /** @param {import("../store.js").Now} now */
  draw({ ahead: scene, chosen, hint }) {
    const { root } = this;
    const cards = sortCards(scene.hand);
    const isPlaying = mayPlay(scene);
    this.isThrowing = mayThrow(scene);
    this.lifted = isPlaying ? chosen : [];
    const hinted = hint?.lines.length ? cardsOf(hint.lines[0]) : [];
    const focused = [...root.children].indexOf(document.activeElement);
    syncChildren(
      root,
      cards,
      (card) => card,
      (card) => this.buildCard(card),
      (button, card, n) => {
        const isOpen = this.isThrowing || (isPlaying && scene.playable.includes(card));
        const isBarred = isPlaying && !isOpen;
        const isChosen = (this.isThrowing || isPlaying) && chosen.includes(card);
        setAttr(
          button,
          "aria-label",
          isBarred ? gettext("{card}, over thirty-one", { card: cardName(card) }) : cardName(card),
        );
        setAttr(button, "aria-disabled", isOpen ? null : "true");
        setAttr(button, "aria-pressed", this.isThrowing || isChosen ? String(isChosen) : null);
        setAttr(button, "aria-keyshortcuts", String(n + 1));
        button.classList.toggle("chosen", isChosen);
        button.classList.toggle("barred", isBarred);
        button.classList.toggle("open", isOpen);
        button.classList.toggle("hinted", hinted.includes(card));
      },
    );
    root.dataset.count = String(cards.length);
    if (focused !== -1 && !root.contains(document.activeElement)) this.focus(Math.min(focused, cards.length - 1));
  }

  buildCard(card) {
    const onclick = (event) => this.tapOnce(card, event);
    return html(
      "button",
      { type: "button", class: "own", "data-card": card, onclick },
      cardFace(card, { label: false }),
    );
  }

  /** A double click plays one card, and not also the one that slides under the finger. A lifted card was meant. */
  tapOnce(card, event) {
    if (this.isThrowing || this.lifted.includes(card) || !isSecondOfTwo(event)) this.tap(card);
  }

  focus(n) {
    this.root.children[n]?.focus({ preventScroll: true });
  }

  focusPlayable() {
    this.root.querySelector(".open")?.focus({ preventScroll: true });
  }

  /** Moves the focus left or right among the cards. */
  moveFocus(by) {
    const all = [...this.root.children];
    const at = all.indexOf(document.activeElement);
    all[at === -1 ? 0 : (at + by + all.length) % all.length]?.focus();
  }
}
