/** What is behind the mark in the head: the table's code, and a tick for every checked deal. */

import { withCardSigns } from "../../scene/event-texts.js";
import { setText, within } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { markOfGame } from "./fair-mark.js";
import { drawTicks } from "./ticks.js";

/** @type {Record<import("./fair-mark.js").GameMark, () => string>} */
const TEXTS = {
  true: () => gettext("Your browser checked every deal so far: the cards are as they were promised before the game."),
  false: () => gettext("Something is wrong with this game."),
  unvouched: () => gettext("The values fit, but your browser can't vouch for every deal. Open one to see why."),
  none: () => gettext("Your browser checks each deal once its hands are counted."),
};

export class FairPanel {
  /** @param {HTMLDialogElement} root @param {(deal: number) => void} showDeal */
  constructor(root, showDeal) {
    const part = within(root);
    Object.assign(this, { root, showDeal, checks: [] });
    this.text = part("fair-says");
    this.ticks = part("ticks");
    this.code = part("table-code");
    part("fair").addEventListener("click", () => showDeal(this.checks.at(-1)?.deal ?? 0));
  }

  open() {
    this.root.showModal();
  }

  /** @param {import("../store.js").Now} now */
  draw({ fair }) {
    if (!fair || fair === this.drawn) return;
    this.drawn = fair;
    this.checks = fair.checks;
    setText(this.text, withCardSigns(fair.doubt?.says || TEXTS[markOfGame(fair)]()));
    drawTicks(this.ticks, fair.checks, this.showDeal);
    setText(this.code, fair.code ?? "…");
  }
}
