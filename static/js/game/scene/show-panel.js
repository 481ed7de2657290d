/** Shows a hand with its starter while it is counted: each part highlighted, with its cards and words. */

import { cardSign } from "../../ui/cards/card-names.js";
import { cardFace } from "../../ui/cards/card-svg.js";
import { sortCards } from "../../ui/cards/card-values.js";
import { html, setText, syncChildren } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { handTitle } from "./event-texts.js";
import { describeReckoning } from "./manual-counting.js";
import { partPhrases } from "./peg-phrases.js";
import { PART_TIME, tempo } from "./tempo.js";

export class ShowPanel {
  /**
   * @param {HTMLElement} node @param {() => boolean} still whether animation is off
   * @param {HTMLElement|null} tally  the list of the hands counted in this show
   * @param {() => void} onStep the reader touches the panel or selects a part: from now on nothing moves by itself
   */
  constructor(node, still, tally = null, onStep = () => {}) {
    Object.assign(this, { node, still, tally, onStep });
    this.shown = null;
    node.addEventListener("pointerdown", onStep);
    this.title = node.querySelector(".show-title");
    this.cards = node.querySelector(".show-cards");
    this.parts = node.querySelector(".show-parts");
    this.total = node.querySelector(".show-total");
    this.note = node.querySelector(".show-note");
  }

  draw(scene, who) {
    const shown = scene.showing ?? scene.laid;
    this.node.hidden = shown === null;
    setText(this.note, scene.showing ? describeReckoning(scene.showing, scene.reckoned, who).join(" ") : "");
    if (shown === this.shown) {
      // On a busy page the parts are counted later than planned, and the points may not come first.
      if (this.timer && scene.reckoned !== this.reckoned) this.walk(this.count.length);
      return;
    }
    Object.assign(this, { shown, reckoned: scene.reckoned });
    this.stop();
    if (!shown) return;
    setText(this.title, handTitle(shown, who));
    this.drawCards(shown);
    if (!scene.showing) return this.drawClaim(scene.laid);
    if (this.tally) this.addToTally(shown, scene.dealer);
    this.drawCount(shown);
  }

  /** Every show begins with pone's hand. */
  addToTally({ seat, what, cards, starter }, dealer) {
    if (seat !== dealer && what === "hand") this.tally.replaceChildren();
    const faces = html("p", {}, ...[...sortCards(cards), starter].map((card) => cardFace(card)));
    this.tallied = html("strong");
    this.tally.append(html("li", {}, html("span", {}, this.title.textContent, " ", this.tallied), faces));
  }

  drawCards({ cards, starter }) {
    syncChildren(
      this.cards,
      [...sortCards(cards), starter],
      (card, n) => `${card} ${n}`,
      (card, n) => html("div", { class: n === 4 ? "slot starter" : "slot", "data-shown": card }, cardFace(card)),
    );
  }

  drawClaim({ claimed }) {
    this.count = [];
    this.parts.replaceChildren();
    this.highlightPart(0);
    setText(this.total, claimed === null ? "?" : String(claimed));
  }

  drawCount({ parts }) {
    this.count = parts;
    const calls = partPhrases(parts);
    this.parts.replaceChildren(
      ...(parts.length ? parts : [{ cards: [] }]).map((part, n) =>
        html(
          "li",
          {
            // A mouse at rest enters a panel that appears below it, and has selected nothing.
            onpointermove: ({ pointerType }) => pointerType === "mouse" && n !== this.at && this.showPart(n),
            onclick: () => this.showPart(n),
          },
          html("span", { class: "part-says" }, calls[n] ?? gettext("nothing")),
          html("span", { class: "part-cards", "aria-hidden": "true" }, sortCards(part.cards).map(cardSign).join(" ")),
        ),
      ),
    );
    if (this.still()) this.highlightPart(parts.length);
    else this.walk(0);
  }

  /** Counts the parts one after another, as a player does. */
  walk(n) {
    this.stop();
    this.highlightPart(n);
    if (n < this.count.length) this.timer = setTimeout(() => this.walk(n + 1), PART_TIME * tempo());
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  /** Goes one part on or back; from then on nothing moves by itself. */
  stepBy(by) {
    this.showPart(this.at + by);
  }

  showPart(n) {
    this.stop();
    this.onStep();
    this.highlightPart(Math.min(Math.max(n, 0), this.count.length));
  }

  /**
   * Highlights part n and counts those before it. Past the last, all are counted, and the panel is marked ("counted").
   */
  highlightPart(n) {
    this.at = n;
    if (n === this.count.length) this.node.dispatchEvent(new CustomEvent("counted", { detail: this.shown }));
    const part = this.count[n];
    for (const slot of this.cards.children) {
      slot.classList.toggle("lit", Boolean(part?.cards.includes(slot.dataset.shown)));
    }
    this.cards.classList.toggle("lighting", Boolean(part));
    [...this.parts.children].forEach((item, each) => {
      item.classList.toggle("lit", each === n && Boolean(part));
      item.classList.toggle("to-come", each > n);
    });
    this.parts.children[n]?.scrollIntoView?.({ block: "nearest" });
    const total = String(this.count.slice(0, n + 1).reduce((sum, { points }) => sum + points, 0));
    setText(this.total, total);
    if (this.tallied) setText(this.tallied, total);
  }
}
