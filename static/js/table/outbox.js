/**
 * A move on its way: kept until it is answered. A line may drop between a move and its answer, so what is still
 * due when the table is heard of again is sent again; a resend of what did arrive is answered like the first.
 *
 * @typedef {{ply: number, deal: number, move: {kind: string}}} Sent
 */

const TRIES = 6;
const FIRST_WAIT = 300;

/**
 * Whether the table still waits for this move. Both throw at once: a throw may name the ply before the other's.
 * @param {Sent} sent @param {{ply: number, you: number|null, view: object}} table
 */
export function stillDue({ ply, deal, move }, table) {
  const { view, you } = table;
  if (view.phase === "over" || you === null) return false;
  if (move.kind === "resign") return true;
  if (!view.turn.includes(you)) return false;
  return table.ply === ply || (move.kind === "throw" && view.phase === "throw" && view.deal === deal);
}

/** Refusals that are about something else than a move. */
const NO_MOVE = new Set(["hush", "not_away", "too_early", "committed", "other_secret", "no_hints", "no_choice", "rated_game"]);

export class Outbox {
  /** @param {(frame: object) => boolean} put sends, if the line is open */
  constructor(put) {
    this.put = put;
    this.sent = null;
  }

  /** The cards under way, or null while nothing is. */
  get pending() {
    if (!this.sent) return null;
    const { card, cards } = this.sent.move;
    return { cards: cards ?? (card ? [card] : []) };
  }

  send(ply, deal, move) {
    this.sent = { ply, deal, move, tries: 0 };
    this.again();
  }

  again() {
    clearTimeout(this.timer);
    const { ply, move } = this.sent;
    this.put({ t: "move", ply, move });
  }

  /** After a `table`: send again what it still waits for. @param {boolean} back whether the line was lost between */
  table(frame, back) {
    if (!this.sent) return;
    if (!stillDue(this.sent, frame)) this.clear();
    else if (back) this.again();
  }

  event(frame, you) {
    if (this.sent && !stillDue(this.sent, { ...frame, you })) this.clear();
  }

  /** Whether this refusal is dealt with here: the move goes out once more. */
  refused({ code }) {
    if (!this.sent || NO_MOVE.has(code)) return false;
    if (code !== "try_again" || this.sent.tries >= TRIES) {
      this.clear();
      return false;
    }
    this.sent.tries += 1;
    this.timer = setTimeout(() => this.sent && this.again(), FIRST_WAIT * 2 ** this.sent.tries);
    return true;
  }

  clear() {
    clearTimeout(this.timer);
    this.sent = null;
  }
}
