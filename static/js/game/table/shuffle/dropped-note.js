/** Tells the player, from the second time on, that this browser revealed its secret and no card came. */

import { setText, within } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { countDropped, forgetDropped } from "../../fairness/dropped-games.js";

const TOLD_FROM = 2;

/** @param {number} dropped @returns {string | null} */
export const describeDropped = (dropped) =>
  dropped < TOLD_FROM ? null : gettext(
    "{dropped} times this browser revealed its secret and no card came: a lost connection can cause this, and so can a server that drops games whose cards it dislikes.",
    { dropped },
  );

export class DroppedNote {
  /** @param {HTMLElement} root */
  constructor(root) {
    Object.assign(this, { root, part: within(root) });
    this.part("dropped-known").addEventListener("click", () => this.close());
  }

  /** @param {import("../store.js").Now} now */
  draw({ fair }) {
    if (!fair || fair === this.drawn) return;
    this.drawn = fair;
    const says = describeDropped(countDropped());
    this.root.hidden = says === null;
    setText(this.part("dropped-says"), says ?? "");
  }

  close() {
    forgetDropped();
    this.root.hidden = true;
  }
}
