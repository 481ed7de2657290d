/** Practice: the player discards from six cards before they see the values of the discards. Pure. */

import { findLine } from "./lines.js";

export class Practice {
  constructor() {
    /** @type {string[]} the two that are discarded, or selected for it */
    this.chosen = [];
    /** @type {"off" | "guessing" | "thrown"} */
    this.stage = "off";
    this.sums = { deals: 0, best: 0, lost: 0 };
  }

  get isGuessing() {
    return this.stage === "guessing";
  }

  begin() {
    Object.assign(this, { chosen: [], stage: "guessing" });
  }

  stop() {
    Object.assign(this, { chosen: [], stage: "off" });
  }

  /** Selects a card or deselects it. The third selected card replaces the first. @param {string} card */
  toggle(card) {
    const others = this.chosen.filter((each) => each !== card);
    this.chosen = others.length < this.chosen.length ? others : [...others.slice(-1), card];
  }

  /** @param {import("./lines.js").Line[]} lines the best first */
  throw(lines) {
    this.stage = "thrown";
    const cost = lines[0].win - findLine(lines, this.chosen).win;
    const { deals, best, lost } = this.sums;
    this.sums = { deals: deals + 1, best: best + Number(cost === 0), lost: lost + cost };
  }
}
