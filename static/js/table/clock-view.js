/** Both clocks as they tick, and what is said aloud of mine. */

import { setAttr, setText } from "../ui/dom.js";
import { alertLevel, countdown, formatClock, msToNextText, remaining, timeWarning } from "./clock.js";

export class ClockView {
  /**
   * @param {{you: HTMLElement, them: HTMLElement}} nodes
   * @param {{say: (says: string) => void, isLow?: () => void, now?: () => number}} told  `isLow`: little is left of mine
   */
  constructor(nodes, { say, isLow = () => {}, now = () => performance.now() }) {
    this.nodes = nodes;
    this.say = say;
    this.isLow = isLow;
    this.now = now;
    this.clocks = null;
    this.heardAt = 0;
  }

  /**
   * @param {import("./clock.js").Clocks|null} clocks
   * @param {{you: number|null, bots: boolean[]}} who `you`: my seat, null for a watcher; a bot's clock is nobody's hurry
   */
  setClocks(clocks, { you, bots }) {
    this.clocks = clocks ?? null;
    this.heardAt = this.now();
    this.you = you;
    this.bots = bots;
    this.mine = null;
    this.tick();
  }

  get kind() {
    return this.clocks?.kind ?? null;
  }

  /** How long muggins may still be called, or null. */
  callLeft() {
    return countdown(this.clocks?.call_ms, this.heardAt, this.now());
  }

  /** What the clocks show, by seat: null where there is none. @returns {(string|null)[]} */
  get texts() {
    const left = remaining(this.clocks, this.heardAt, this.now());
    return [0, 1].map((seat) => (left && !this.bots[seat] ? formatClock(left[seat], this.kind) : null));
  }

  tick() {
    clearTimeout(this.timer);
    const left = remaining(this.clocks, this.heardAt, this.now());
    for (const [side, seat] of [["you", this.you ?? 0], ["them", 1 - (this.you ?? 0)]]) this.draw(side, seat, left);
    if (!left) return;
    this.warn(left);
    const { running, starts_in_ms: grace = 0 } = this.clocks;
    const ticking = running.filter((seat) => left[seat] > 0);
    if (!ticking.length || this.callLeft() !== null) return;
    const begins = Math.max(0, this.heardAt + grace - this.now());
    this.timer = setTimeout(() => this.tick(), begins + Math.min(...ticking.map((seat) => msToNextText(left[seat], this.kind))));
  }

  draw(side, seat, left) {
    const node = this.nodes[side];
    const shown = left && !this.bots[seat];
    setAttr(node, "hidden", !shown);
    if (!shown) return;
    setText(node, formatClock(left[seat], this.kind));
    node.classList.toggle("running", this.clocks.running.includes(seat) && this.callLeft() === null);
    setAttr(node, "data-alert", alertLevel(left[seat], this.kind) || null);
  }

  warn(left) {
    if (this.you === null) return;
    const says = this.mine !== null && timeWarning(this.mine, left[this.you]);
    this.mine = left[this.you];
    if (!says) return;
    this.isLow();
    this.say(says);
  }
}
