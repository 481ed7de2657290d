/** Resigning asks once more, and says what it costs. */

import { setText, within } from "../ui/dom.js";
import { describeResignCost } from "./stakes.js";

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

  /** @param {import("./store.js").Now} now */
  draw({ rating: { stakes }, who }) {
    const loss = stakes && who.you !== null ? stakes.loss[who.you] : null;
    this.cost.hidden = loss === null;
    if (loss !== null) setText(this.cost, describeResignCost(loss));
  }
}
