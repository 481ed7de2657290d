/** Shows the round-trip time of a frame. */

import { setAttr, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

const GOOD = 150;
const FAIR = 400;

/** Three bars, two or one. */
export const signalBars = (ms) => (ms < GOOD ? 3 : ms < FAIR ? 2 : 1);

export class Latency {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.figure = root.querySelector(".figure");
  }

  /** @param {number|null} ms  null if unknown or disconnected */
  draw(ms) {
    this.root.hidden = ms === null;
    if (ms === null) return;
    const n = Math.round(ms);
    setText(this.figure, gettext("{n} ms", { n }));
    setAttr(this.root, "title", gettext("A message to the server and back takes {n} ms.", { n }));
    setAttr(this.root, "data-signal", signalBars(ms));
  }
}
