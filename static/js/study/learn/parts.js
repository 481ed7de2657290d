/** Shows the parts of a count: found one by one, or highlighted one after another as a player counts them. */

import { partPhrases } from "../../game/scene/peg-phrases.js";
import { cardSign } from "../../ui/cards/card-names.js";
import { sortCards } from "../../ui/cards/card-values.js";
import { html } from "../../ui/dom.js";
import { prefersReducedMotion } from "../../ui/motion.js";
import { gettext } from "../../ui/translate.js";

const STEP = 750;

export class Parts {
  /** @param {import("./spread.js").Spread} spread the cards to highlight */
  constructor(spread) {
    this.spread = spread;
    this.node = html("ol", { class: "show-parts" });
  }

  /** @param {import("../../game/engine/scoring.js").Part[]} parts */
  draw(parts) {
    clearTimeout(this.timer);
    const calls = partPhrases(parts);
    this.shown = parts;
    this.node.replaceChildren(
      ...parts.map((part, n) =>
        html(
          "li",
          { onpointerenter: () => this.light(part), onpointerleave: () => this.light(null) },
          html("span", {}, calls[n]),
          html("span", { class: "part-cards" }, sortCards(part.cards).map(cardSign).join(" ")),
        ),
      ),
    );
  }

  /** The whole count, one part after another. @param {import("../../game/engine/scoring.js").Part[]} parts */
  playCount(parts) {
    this.draw(parts);
    if (!parts.length) this.node.replaceChildren(html("li", {}, gettext("nothing")));
    if (!prefersReducedMotion()) this.walk(0);
  }

  walk(n) {
    const part = this.shown[n] ?? null;
    this.light(part);
    if (part) this.timer = setTimeout(() => this.walk(n + 1), STEP);
  }

  light(part) {
    this.spread.light(part?.cards ?? null);
    [...this.node.children].forEach((item, n) => item.classList.toggle("lit", part !== null && this.shown[n] === part));
  }
}
