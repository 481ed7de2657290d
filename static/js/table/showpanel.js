/** The show: a hand and its starter; laid open to be counted, or counted: each part lit with its cards and words. */

import { face } from "./cards.js";
import { gettext } from "../site/words.js";
import { partCalls } from "./calls.js";
import { reckoning } from "./counting.js";
import { html, keyed, write } from "./dom.js";
import { sorted } from "./held.js";
import { cardSign, titleOf } from "./say.js";

const STEP = 750;

export class ShowPanel {
  /** @param {HTMLElement} node @param {() => boolean} still whether nothing may move by itself */
  constructor(node, still) {
    this.node = node;
    this.still = still;
    this.shown = null;
    this.title = node.querySelector(".show-title");
    this.cards = node.querySelector(".show-cards");
    this.parts = node.querySelector(".show-parts");
    this.total = node.querySelector(".show-total");
    this.note = node.querySelector(".show-note");
  }

  draw(scene, who) {
    const shown = scene.showing ?? scene.laid;
    this.node.hidden = shown === null;
    write(this.note, scene.showing ? reckoning(scene.showing, scene.reckoned, who).join(" ") : "");
    if (shown === this.shown) return;
    this.shown = shown;
    clearTimeout(this.timer);
    if (!shown) return;
    write(this.title, titleOf(shown, who));
    this.drawCards(shown);
    if (scene.showing) this.drawCount(scene.showing);
    else this.drawClaim(scene.laid);
  }

  drawCards({ cards, starter }) {
    keyed(
      this.cards,
      [...sorted(cards), starter],
      (card, n) => `${card} ${n}`,
      (card, n) => html("div", { class: n === 4 ? "slot starter" : "slot", "data-shown": card }, face(card)),
    );
  }

  drawClaim({ claimed }) {
    this.count = [];
    write(this.total, claimed === null ? "?" : String(claimed));
    this.parts.replaceChildren();
    this.light(null);
  }

  drawCount({ points, parts }) {
    this.count = parts;
    const calls = partCalls(parts);
    write(this.total, String(points));
    this.parts.replaceChildren(
      ...(parts.length ? parts : [{ cards: [], points: 0 }]).map((part, n) =>
        html(
          "li",
          { onpointerenter: () => this.light(part), onpointerleave: () => this.light(null) },
          html("span", { class: "part-says" }, calls[n] ?? gettext("nothing")),
          html("span", { class: "part-cards", "aria-hidden": "true" }, sorted(part.cards).map(cardSign).join(" ")),
        ),
      ),
    );
    this.light(null);
    if (!this.still()) this.walk(0);
  }

  /** Light the parts one after another, as a player counts them. */
  walk(n) {
    const part = this.count[n];
    this.light(part ?? null);
    if (part) this.timer = setTimeout(() => this.walk(n + 1), STEP);
  }

  light(part) {
    const lit = part ? part.cards : null;
    for (const slot of this.cards.children) slot.classList.toggle("lit", Boolean(lit?.includes(slot.dataset.shown)));
    this.cards.classList.toggle("lighting", Boolean(lit));
    [...this.parts.children].forEach((item, n) => item.classList.toggle("lit", part !== null && this.count[n] === part));
  }
}
