/**
 * Stores a move until it is answered. The connection may drop between a move and its answer, so a move that the table
 * still expects is sent again. A resend of a move that did arrive gets the same answer as the first.
 *
 * @typedef {{ply: number, deal: number, move: {kind: string}}} Sent
 */

const TRIES = 6;
const FIRST_WAIT = 300;
const LATE = 400;

/**
 * Whether the table still expects this move. Both players discard at once, so a discard may name the ply before the
 * other's.
 * @param {Sent} sent @param {{ply: number, you: number|null, view: object}} table
 */
export function isStillAwaited({ ply, deal, move }, table) {
  const { view, you } = table;
  if (view.phase === "over" || you === null) return false;
  if (move.kind === "resign") return true;
  if (!view.turn.includes(you)) return false;
  return table.ply === ply || (move.kind === "throw" && view.phase === "throw" && view.deal === deal);
}

/** Whether the table shows this move as made. A move that leaves no visible trace counts as made. */
export function isMade({ deal, move }, { view, you }) {
  if (view.deal !== deal) return true;
  if (move.kind === "play") return view.played.some(([seat, card]) => seat === you && card === move.card);
  return move.kind !== "throw" || move.cards.every((card) => view.throw.includes(card));
}

/** Refusals that are not about a move. */
const NO_MOVE = new Set(
  ["hush", "not_away", "too_early", "committed", "other_secret", "no_hints", "no_choice", "rated_game"],
);

export class Outbox {
  /**
   * @param {(frame: object) => boolean} put sends, if the connection is open
   * @param {() => void} isLate an answer is overdue
   */
  constructor(put, isLate = () => {}) {
    this.put = put;
    this.isLate = isLate;
    this.sent = null;
  }

  /** The pending move, or null. */
  get move() {
    return this.sent?.move ?? null;
  }

  /** Whether a move has been pending for so long that the player should be informed. */
  get late() {
    return Boolean(this.sent?.late);
  }

  /** @param {string} [sig] the seat's signature of the move */
  send(ply, deal, move, sig) {
    this.clear();
    this.sent = { ply, deal, move, sig, tries: 0, late: false };
    this.overdue = setTimeout(() => {
      this.sent.late = true;
      this.isLate();
    }, LATE);
    this.resend();
  }

  resend() {
    clearTimeout(this.timer);
    const { ply, move, sig } = this.sent;
    this.put(sig ? { t: "move", ply, move, sig } : { t: "move", ply, move });
  }

  /**
   * Sends the move again if this `table` still expects it. Returns whether it is neither expected nor made.
   * @param {boolean} back whether the connection was lost in between
   */
  handleTable(frame, back) {
    if (!this.sent) return false;
    if (isStillAwaited(this.sent, frame)) {
      if (back) this.resend();
      return false;
    }
    const isLost = frame.view.phase !== "over" && !isMade(this.sent, frame);
    this.clear();
    return isLost;
  }

  /** Whether an event answers the pending move. */
  handleEvent(frame, you) {
    const isAnswer = this.sent !== null && !isStillAwaited(this.sent, { ...frame, you });
    if (isAnswer) this.clear();
    return isAnswer;
  }

  /** Whether this refusal is handled here, by sending the move once more. */
  handleRefused({ code }) {
    if (!this.sent || NO_MOVE.has(code)) return false;
    if (code === "signature" && this.sent.sig) {
      this.sent.sig = undefined; // the table made a move for this seat meanwhile, or another device did
      this.resend();
      return true;
    }
    if (code !== "try_again" || this.sent.tries >= TRIES) {
      this.clear();
      return false;
    }
    this.sent.tries += 1;
    this.timer = setTimeout(() => this.sent && this.resend(), FIRST_WAIT * 2 ** this.sent.tries);
    return true;
  }

  clear() {
    clearTimeout(this.timer);
    clearTimeout(this.overdue);
    this.sent = null;
  }
}
