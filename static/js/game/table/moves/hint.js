/** Shows a hint that the player asked for, until the table changes. */

import { mayPlay, mayThrow } from "../../scene/scene.js";
import { html } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { isRated } from "../store.js";

/**
 * The position of a hint. The other player's discard does not change it.
 * @param {import("../../scene/scene.js").Scene} scene
 */
const situationOf = ({ deal, hand, played }) => [deal, played.length, ...hand].join(" ");

/** Whether the player has a choice. @param {import("../../scene/scene.js").Scene} scene */
export const hasChoice = (scene) => mayThrow(scene) || (mayPlay(scene) && scene.playable.length > 1);

/**
 * The position that a hint would have now, or null while there is no choice.
 * @param {import("../../scene/scene.js").Scene} scene
 */
export const hintSituation = (scene) => (hasChoice(scene) ? situationOf(scene) : null);

/** Whether a hint may be asked for. @param {import("../store.js").Now} now */
export const mayAskHint = (now) => hasChoice(now.ahead) && !isRated(now) && now.isOpen && now.hint === null;

export class Hint {
  /** @param {HTMLElement|null} root  none for a player who does not play a bot */
  constructor(root) {
    Object.assign(this, { root, drawn: null });
  }

  /** @param {import("../store.js").Now} now */
  draw({ ahead, hint }) {
    if (hint === this.drawn) return;
    this.drawn = hint;
    this.root.hidden = true;
    this.root.replaceChildren();
    if (hint?.lines.length) this.show(hint, ahead);
  }

  /** Shows a hint, unless the table has changed. The words are loaded with the first hint. */
  async show(hint, scene) {
    const { describeHint } = await import("./hint-texts.js");
    if (hint !== this.drawn) return;
    this.root.replaceChildren(...this.build(describeHint(hint.lines, scene)));
    this.root.hidden = false;
  }

  /** The advice in words, and its figures for a player who opens them. */
  build({ does, why, next, figures, others }) {
    const rest = others.map(
      ({ cards, behind }) => html("li", {}, `${cards} `, html("span", { class: "behind" }, behind)),
    );
    const list = rest.length ? html("ul", { "aria-label": gettext("Next best, and how far behind") }, ...rest) : null;
    const details = html("details", {}, html("summary", {}, gettext("In numbers")), html("p", {}, figures), list);
    return [
      html("p", {}, html("strong", {}, does), " ", why),
      next ? html("p", { class: "hint-next" }, next) : null,
      details,
    ].filter(Boolean);
  }
}
