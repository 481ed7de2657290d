/** The show: a hand and its starter, each part lit with its cards and its words. */

import { face } from "./cards.js";
import { html, keyed } from "./dom.js";
import { sorted } from "./held.js";
import { capital, cardSign, whose } from "./say.js";

const STEP = 750;

export class ShowPanel {
  /** @param {HTMLElement} node @param {() => boolean} still whether nothing may move by itself */
  constructor(node, still) {
    this.node = node;
    this.still = still;
    this.event = null;
    this.title = node.querySelector(".show-title");
    this.cards = node.querySelector(".show-cards");
    this.parts = node.querySelector(".show-parts");
    this.total = node.querySelector(".show-total");
  }

  draw(scene, who) {
    const event = scene.showing;
    this.node.hidden = event === null;
    if (event === this.event) return;
    this.event = event;
    clearTimeout(this.timer);
    if (!event) return;
    this.title.textContent = capital(`${whose(event.seat, who)} ${event.what}`);
    this.total.textContent = String(event.points);
    this.cards.replaceChildren(
      ...[...sorted(event.cards), event.starter].map((card, n) =>
        html("div", { class: n === 4 ? "slot starter" : "slot", "data-shown": card }, face(card)),
      ),
    );
    this.drawParts(event);
    this.light(null);
    if (!this.still()) this.walk(0);
  }

  drawParts(event) {
    const parts = event.parts.length ? event.parts : [{ cards: [], says: "nothing", points: 0 }];
    this.parts.replaceChildren();
    keyed(this.parts, parts, (_, n) => `${n}`, (part) =>
      html(
        "li",
        {
          onpointerenter: () => this.light(part),
          onpointerleave: () => this.light(null),
        },
        html("span", { class: "part-says" }, part.says),
        html("span", { class: "part-cards", "aria-hidden": "true" }, sorted(part.cards).map(cardSign).join(" ")),
      ),
    );
  }

  /** Light the parts one after another, as a player counts them. */
  walk(n) {
    const part = this.event?.parts[n];
    this.light(part ?? null);
    if (part) this.timer = setTimeout(() => this.walk(n + 1), STEP);
  }

  light(part) {
    const lit = part ? part.cards : null;
    for (const slot of this.cards.children) slot.classList.toggle("lit", Boolean(lit?.includes(slot.dataset.shown)));
    this.cards.classList.toggle("lighting", Boolean(lit));
    [...this.parts.children].forEach((item, n) => item.classList.toggle("lit", part !== null && this.event.parts[n] === part));
  }
}
