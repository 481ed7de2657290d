/** Shows both clocks as they tick, and warns the player of their own. */

import { setAttr, setText } from "../../ui/dom.js";
import { alertLevel, countdown, formatClock, msToNextText, remaining, timeWarning } from "./clock.js";

const LONGEST_TIMER = 2 ** 31 - 1; // a vacation across two years lasts longer

export class ClockView {
  /**
   * @param {{you: HTMLElement, them: HTMLElement}} nodes
   * @param {{announce: (says: string) => void, onLow: () => void}} table  `onLow`: my clock is low
   */
  constructor(nodes, { announce, onLow }) {
    Object.assign(this, { nodes, announce, onLow, clocks: null, heardAt: 0, who: { you: null, bots: [false, false] } });
  }

  /** @param {import("./store.js").Now} now */
  draw({ time, who }) {
    if (time === this.time && who === this.who) return;
    Object.assign(this, { time, who, ...time, mine: null });
    this.tick();
  }

  get kind() {
    return this.clocks?.kind ?? null;
  }

  /** The time left on both clocks now, or null. */
  get left() {
    return remaining(this.clocks, this.heardAt, performance.now());
  }

  /**
   * The text of each clock by seat, or null if there is none. A bot's clock is never urgent.
   * @returns {(string|null)[]}
   */
  get texts() {
    const { left } = this;
    return [0, 1].map((seat) => (left && !this.who.bots[seat] ? formatClock(left[seat], this.kind) : null));
  }

  /** No clock runs while muggins may be called. */
  get isCalling() {
    return countdown(this.clocks?.call_ms, this.heardAt, performance.now()) !== null;
  }

  tick() {
    clearTimeout(this.timer);
    const { left } = this;
    const you = this.who.you ?? 0;
    for (const [side, seat] of [["you", you], ["them", 1 - you]]) this.drawClock(side, seat, left);
    if (!left) return;
    this.warn(left);
    const { running, starts_in_ms: grace = 0 } = this.clocks;
    const ticking = running.filter((seat) => left[seat] > 0);
    if (!ticking.length || this.isCalling) return;
    const begins = Math.max(0, this.heardAt + grace - performance.now());
    const next = begins + Math.min(...ticking.map((seat) => msToNextText(left[seat], this.kind)));
    this.timer = setTimeout(() => this.tick(), Math.min(next, LONGEST_TIMER));
  }

  drawClock(side, seat, left) {
    const node = this.nodes[side];
    const isShown = left && !this.who.bots[seat];
    setAttr(node, "hidden", !isShown);
    if (!isShown) return;
    setText(node, formatClock(left[seat], this.kind));
    node.classList.toggle("running", this.clocks.running.includes(seat) && !this.isCalling);
    setAttr(node, "data-alert", alertLevel(left[seat], this.kind) || null);
  }

  warn(left) {
    const { you } = this.who;
    if (you === null) return;
    const says = this.mine !== null && timeWarning(this.mine, left[you]);
    this.mine = left[you];
    if (!says) return;
    this.onLow();
    this.announce(says);
  }
}
