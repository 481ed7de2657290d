/** The fair deal beside the table: its code, a tick for every checked deal, and whether to type into the shuffle. */

import { setText, within } from "../ui/dom.js";
import { drawTicks } from "./ticks.js";

export class FairPanel {
  /** @param {HTMLElement} root @param {{ownWords: import("../ui/own-words.js").OwnWords, showDeal: (deal: number) => void}} table */
  constructor(root, { ownWords, showDeal }) {
    const part = within(root);
    this.showDeal = showDeal;
    this.ticks = part("ticks");
    this.code = part("table-code");
    this.checks = [];
    part("fair").addEventListener("click", () => showDeal(this.checks.at(-1)?.deal ?? 0));
    const asks = part("words-asked");
    asks.checked = ownWords.asksEachGame;
    asks.addEventListener("change", () => {
      ownWords.asksEachGame = asks.checked;
    });
  }

  /** @param {import("./store.js").Now} now */
  draw({ fair }) {
    if (!fair || fair === this.drawn) return;
    this.drawn = fair;
    this.checks = fair.checks;
    drawTicks(this.ticks, fair.checks, this.showDeal);
    setText(this.code, fair.code ?? "…");
  }
}
