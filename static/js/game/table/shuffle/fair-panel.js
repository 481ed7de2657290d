/** The panel of the mark in the header: the table's code, and a tick for every checked deal. */

import { withCardSigns } from "../../scene/event-texts.js";
import { setText, within } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { describeSign } from "../../fairness/signs.js";
import { markOfGame } from "./fair-mark.js";
import { drawTicks } from "./ticks.js";

const WHY = gettext("Open a deal to see why.");

const describeMoves = (moves) =>
  moves?.moves ? gettext("{sent} of {moves} moves of yours were sent and signed by this browser.", moves) : null;

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
    const mark = markOfGame(fair);
    const details = [withCardSigns(fair.doubt?.says ?? ""), mark === "unvouched" && WHY, describeMoves(fair.moves)];
    setText(this.text, [describeSign(mark), ...details].filter(Boolean).join(" "));
    drawTicks(this.ticks, fair.checks, this.showDeal);
    setText(this.code, fair.code ?? "…");
  }
}
