/** The dialog that confirms a resignation and shows its cost. */

import { setText, within } from "../../../ui/dom.js";
import { describeResignCost } from "./stakes.js";

const IN_THE_SHOW = new Set(["count", "call"]);

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
