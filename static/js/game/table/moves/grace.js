/** Delays a discard for a moment in which it can be taken back, and then sends it. */

import { remaining } from "../clock.js";

export const GRACE = 1_500;
const NEVER_UNDER = 10_000;

/**
 * How long a discard can be taken back, in milliseconds. The player's clock runs meanwhile, so a low clock allows no
 * delay.
 * @param {import("../clock.js").Clocks|null} clocks @param {number} heardAt @param {number} now @param {number} you
 */
export function graceMs(clocks, heardAt, now, you) {
  const left = remaining(clocks, heardAt, now)?.[you] ?? Infinity;
  return left >= NEVER_UNDER + GRACE ? GRACE : 0;
}

export class Grace {
  /** @param {(move: {kind: "throw", cards: string[]}) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {{kind: "throw", cards: string[]}|null} */
    this.move = null;
  }

  hold(move, wait) {
    this.cancel();
    this.move = move;
    if (wait) this.timer = setTimeout(() => this.sendNow(), wait);
    else this.sendNow();
  }

  /** Sends it now. */
  sendNow() {
    const move = this.cancel();
    if (move) this.send(move);
  }

  /** Drops it if another tab has discarded meanwhile, or the game is over. */
  cancelIfStale({ phase, turn }, you) {
    if (phase !== "throw" || !turn.includes(you)) this.cancel();
  }

  /** Drops it, and returns the move that would have been sent. */
  cancel() {
    clearTimeout(this.timer);
    const { move } = this;
    this.move = null;
    return move;
  }
}
