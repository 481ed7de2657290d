/** A throw that lies in the crib, and may still be taken back: it is sent when its grace ends. */

import { remaining } from "./clock.js";

export const GRACE = 2_000;
const NEVER_UNDER = 10_000;

/**
 * How long a throw may be taken back, in milliseconds. My clock runs meanwhile, so where it is low nothing waits.
 * @param {import("./clock.js").Clocks|null} clocks @param {number} heardAt @param {number} now @param {number} you
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

  /** It goes out now. */
  sendNow() {
    const move = this.cancel();
    if (move) this.send(move);
  }

  /** Another tab may have thrown meanwhile, or the game be over. */
  cancelIfStale({ phase, turn }, you) {
    if (phase !== "throw" || !turn.includes(you)) this.cancel();
  }

  /** It is not sent at all; what would have been. */
  cancel() {
    clearTimeout(this.timer);
    const { move } = this;
    this.move = null;
    return move;
  }
}
