/** A hint, where there may be one: asked for, shown in words and on the cards, and gone when the table moves on. */

import { mayPlay, mayThrow } from "../game/scene.js";
import { html, part } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { cardsOf, said } from "./hint-texts.js";

/** What a hint is about: the other's throw does not change it. @param {import("../game/scene.js").Scene} scene */
const about = ({ deal, hand, played }) => [deal, played.length, ...hand].join(" ");

/** Whether there is anything to choose. @param {import("../game/scene.js").Scene} scene */
export const mayChoose = (scene) => mayThrow(scene) || (mayPlay(scene) && scene.playable.length > 1);

export class Hints {
  /** @param {() => boolean} put asks the server for one */
  constructor(put) {
    this.put = put;
    this.button = part("hint"); // none for who does not play a bot
    this.panel = part("hint-says");
    this.asked = "";
    /** @type {{about: string, lines: object[]}|null} */
    this.told = null;
    this.button?.addEventListener("click", () => this.ask());
  }

  ask() {
    this.asked = this.now;
    this.put();
  }

  hear({ lines }) {
    this.told = { about: this.asked, lines };
  }

  /** @param {{isRated: boolean, isOpen: boolean}} table */
  draw(scene, { isRated, isOpen }) {
    if (!this.button) return;
    this.now = about(scene);
    const isWanted = mayChoose(scene) && !isRated;
    if (!isWanted || this.told?.about !== this.now) this.told = null;
    this.button.hidden = !isWanted || !isOpen || this.told !== null;
    this.show(this.told?.lines ?? [], scene.dealer === scene.you);
  }

  show(lines, isMyCrib) {
    const marked = lines.length ? cardsOf(lines[0]) : [];
    for (const card of part("hand").children) card.classList.toggle("hinted", marked.includes(card.dataset.card));
    if (lines === this.shown) return;
    this.shown = lines;
    this.panel.hidden = !lines.length;
    this.panel.replaceChildren(...(lines.length ? this.words(said(lines, isMyCrib)) : []));
  }

  /** @param {import("./hint-texts.js").Said} said */
  words({ does, why, others }) {
    const best = html("p", {}, html("strong", {}, does), ` ${why}`);
    if (!others.length) return [best];
    const rest = others.map(({ cards, behind }) => html("li", {}, `${cards} `, html("span", { class: "behind" }, behind)));
    return [best, html("ul", { "aria-label": gettext("What comes next, and how far behind") }, ...rest)];
  }
}
