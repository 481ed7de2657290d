/** The dialog that confirms a resignation and shows its cost. */

import { setText, within } from "../../../ui/dom.js";
import { gettext, ngettext } from "../../../ui/translate.js";

const IN_THE_SHOW = new Set(["count", "call"]);

/**
 * Describes the cost of resigning: no points before a deal was counted.
 * @param {number} loss @param {boolean} isCounted
 */
export const describeResignCost = (loss, isCounted = true) => {
  if (!isCounted) return gettext(
    "No deal has been counted yet, so resigning costs no points, up to three times a day. The game counts as left unfinished.",
  );
  if (!loss) return gettext("It costs you no points.");
  return ngettext("You lose {n} point.", "You lose {n} points.", loss);
};

export class ResignDialog {
  /** @param {HTMLDialogElement} root @param {() => void} resign */
  constructor(root, resign) {
    this.root = root;
    this.cost = within(root)("resign-stakes");
    root.addEventListener("close", () => {
      if (root.returnValue === "resign") resign();
      root.returnValue = "";
    });
  }

  open() {
    this.root.showModal();
  }

  /** @param {import("../store.js").Now} now */
  draw({ rating: { stakes }, who, deal, scene }) {
    const loss = stakes && who.you !== null ? stakes.loss[who.you] : null;
    this.cost.hidden = loss === null;
    if (loss !== null) setText(this.cost, describeResignCost(loss, deal > 1 || IN_THE_SHOW.has(scene?.phase)));
  }
}
