/** A hint, where there may be one: asked for, shown in words and on the cards, and gone when the table moves on. */

import { mayPlay, mayThrow } from "../game/scene.js";
import { byId, html } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { cardsOf, describeHint } from "./hint-texts.js";

/** What a hint is about: the other's throw does not change it. @param {import("../game/scene.js").Scene} scene */
const about = ({ deal, hand, played }) => [deal, played.length, ...hand].join(" ");

/** Whether there is anything to choose. @param {import("../game/scene.js").Scene} scene */
export const hasChoice = (scene) => mayThrow(scene) || (mayPlay(scene) && scene.playable.length > 1);

export class Hints {
  /** @param {() => boolean} put asks the server for one */
  constructor(put) {
    this.put = put;
    this.button = byId("hint"); // none for who does not play a bot
    this.panel = byId("hint-says");
    this.asked = "";
    /** @type {{about: string, lines: object[]}|null} */
    this.current = null;
    this.button?.addEventListener("click", () => this.request());
  }

  request() {
    this.asked = this.now;
    this.put();
  }

  handleHint({ lines }) {
    this.current = { about: this.asked, lines };
  }

  /** @param {{isRated: boolean, isOpen: boolean}} table */
  draw(scene, { isRated, isOpen }) {
    if (!this.button) return;
    this.now = about(scene);
    const isWanted = hasChoice(scene) && !isRated;
    if (!isWanted || this.current?.about !== this.now) this.current = null;
    this.button.hidden = !isWanted || !isOpen || this.current !== null;
    this.show(this.current?.lines ?? [], scene.dealer === scene.you);
  }

  show(lines, isMyCrib) {
    const marked = lines.length ? cardsOf(lines[0]) : [];
    for (const card of byId("hand").children) card.classList.toggle("hinted", marked.includes(card.dataset.card));
    if (lines === this.shown) return;
    this.shown = lines;
    this.panel.hidden = !lines.length;
    this.panel.replaceChildren(...(lines.length ? this.words(describeHint(lines, isMyCrib)) : []));
  }

  /** @param {import("./hint-texts.js").Said} said */
  words({ does, why, others }) {
    const best = html("p", {}, html("strong", {}, does), ` ${why}`);
    if (!others.length) return [best];
    const rest = others.map(({ cards, behind }) => html("li", {}, `${cards} `, html("span", { class: "behind" }, behind)));
    return [best, html("ul", { "aria-label": gettext("What comes next, and how far behind") }, ...rest)];
  }
}
