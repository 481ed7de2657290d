/** How long a word takes to the server and back, quietly beside the state of the line. */

import { setAttr, setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

const GOOD = 150;
const FAIR = 400;

/** Three bars, two or one. */
export const signalBars = (ms) => (ms < GOOD ? 3 : ms < FAIR ? 2 : 1);

export class Latency {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.figure = node.querySelector(".figure");
  }

  /** @param {number|null} ms  null: it is not known, or there is no line */
  draw(ms) {
    this.node.hidden = ms === null;
    if (ms === null) return;
    const n = Math.round(ms);
    setText(this.figure, gettext("{n} ms", { n }));
    setAttr(this.node, "title", gettext("A word to the server and back takes {n} ms.", { n }));
    setAttr(this.node, "data-signal", signalBars(ms));
  }
}
