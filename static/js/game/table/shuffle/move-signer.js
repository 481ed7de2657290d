/**
 * Signs this seat's moves with the key it drew for the game; what it signs with a move binds all before, also the
 * goes and last cards that the table played for it.
 */

import { hex } from "../../../rng/bytes.js";
import { freshSecret } from "../../fairness/secret.js";
import { extendChain, signCommitment, signMoves, tokenOf } from "../../fairness/seat-key.js";
import { isMade } from "../moves/outbox.js";
import { START, followUnasked } from "./unasked.js";

export class MoveSigner {
  /**
   * @param {{game: string, saved: object, save: () => boolean}} table
   * @param {() => string[] | null} dealtInOrder this seat's six cards
   */
  constructor(table, dealtInOrder) {
    this.table = table;
    this.dealtInOrder = dealtInOrder;
  }

  drawKey() {
    this.table.saved.seed ??= hex(freshSecret());
  }

  /** What goes with the commitment. */
  signCommitment(fair, you, commitment) {
    const { saved } = this.table;
    const { key, sig, chain } = signCommitment({ fair, you, commitment, seed: saved.seed });
    saved.chain = chain;
    this.table.save();
    return { key, sig };
  }

  /** The signature that goes with a move; undefined where there is none. It counts once the move stands. */
  sign(move, deal, you) {
    const { saved, game } = this.table;
    const token = saved.seed && saved.chain ? tokenOf(move, you, this.dealtInOrder()) : null;
    if (!token) return undefined;
    saved.pending = { chain: extendChain(saved.chain, deal, token), deal, move };
    this.table.save();
    return signMoves({ game, you, chain: saved.pending.chain, seed: saved.seed });
  }

  /** The move that was signed last stands, or it does not. */
  settle(stands) {
    const { saved } = this.table;
    if (!saved.pending) return;
    if (stands && saved.pending.chain.moves > saved.chain.moves) saved.chain = saved.pending.chain;
    saved.pending = null;
    this.table.save();
  }

  /** After a reload the table shows what became of the move that was under way. */
  settleByTable(frame) {
    const { pending } = this.table.saved;
    if (pending) this.settle(isMade(pending, frame));
  }

  /**
   * Binds what the table played for this seat, each once, in a game that plays goes and last cards unasked. No
   * more than this is bound: every other move of this seat is one that a page of its player signed, or that no page
   * did.
   * @param {{t: string, since?: number, ply: number, events?: object[], history?: {ply: number, events:
   *   object[]}[], view: object}} frame
   */
  follow(frame, you) {
    const { saved } = this.table;
    if (!saved.seed || !saved.chain) return;
    const before = saved.followed ?? START;
    const moves = frame.t === "table" ? frame.history ?? [] : frame.since === before.ply ? [frame] : [];
    const { followed, made } = followUnasked(before, moves, you);
    if (made.length && saved.pending) {
      this.settle(saved.pending.move.kind !== "resign" && isMade(saved.pending, { ...frame, you }));
    }
    for (const { deal, token } of made) saved.chain = extendChain(saved.chain, deal, token);
    saved.followed = followed;
    this.table.save();
  }
}
