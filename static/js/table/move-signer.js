/** Signs this seat's moves with the key it drew for the game; what it signs with a move binds all before. */

import { hex } from "../fair/bytes.js";
import { freshSecret } from "../fair/secret.js";
import { extendChain, signCommitment, signMoves, tokenOf } from "../fair/seat-key.js";
import { isMade } from "./outbox.js";

export class MoveSigner {
  /** @param {{game: string, saved: object, save: () => boolean}} table @param {() => string[] | null} dealtInOrder this seat's six cards */
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
    if (stands) saved.chain = saved.pending.chain;
    saved.pending = null;
    this.table.save();
  }

  /** After a reload the table shows what became of the move that was under way. */
  settleByTable(frame) {
    const { pending } = this.table.saved;
    if (pending) this.settle(isMade(pending, frame));
  }
}
