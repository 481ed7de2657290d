/**
 * This seat's part in the deal: a secret of its own, committed to before anything is revealed, and a check of
 * every deal as soon as its link is shown. What the server said at first must stay what it says.
 */

import { hex, unhex } from "../fair/bytes.js";
import { context, seatCommitment, tableCode } from "../fair/cribfair.js";
import { checkDeal } from "../fair/check.js";
import { freshSecret } from "../fair/secret.js";
import { evidence } from "./witness.js";

const FIXED = ["version", "game", "params", "tip"];

/** What is now said otherwise than it was pinned, or null; pins what is new. Changes `pins`. */
export function broken(pins, fair) {
  for (const name of FIXED) {
    if (pins[name] === undefined) pins[name] = fair[name];
    if (pins[name] !== fair[name]) return `The server now shows another ${name} than at first.`;
  }
  for (const kind of ["commitments", "secrets"]) {
    pins[kind] ??= [null, null];
    for (const seat of [0, 1]) {
      pins[kind][seat] ??= fair[kind][seat];
      if (fair[kind][seat] !== pins[kind][seat]) return `The server now shows other ${kind} than at first.`;
    }
  }
  return null;
}

export class FairPlay {
  /** @param {{game: string, kept: object, keep: () => boolean, put: (frame: object) => void}} table */
  constructor(table) {
    this.table = table;
    this.fair = null;
    this.checks = new Map();
    this.alarm = null;
    table.kept.pins ??= {};
  }

  /** Take in what the server shows, and give what it awaits from this seat. */
  hear(fair, you) {
    this.fair = fair;
    this.you = you;
    this.alarm ??= broken(this.table.kept.pins, fair);
    this.table.keep();
    if (you === null || this.alarm) return;
    if (fair.must === "commit") this.commit();
    if (fair.must === "reveal") this.reveal();
  }

  commit() {
    this.table.kept.secret ??= hex(freshSecret());
    if (!this.table.keep()) this.unkept = true;
    this.table.put({ t: "commit", c: this.mine() });
  }

  mine() {
    return hex(seatCommitment(this.table.game, this.you, unhex(this.table.kept.secret)));
  }

  reveal() {
    const { secret } = this.table.kept;
    if (!secret) this.alarm = "This browser no longer has the secret this seat committed to.";
    else if (this.fair.commitments[this.you] !== this.mine()) this.alarm = "The server shows a commitment that is not ours.";
    else this.table.put({ t: "reveal", secret });
  }

  /** The code two players can compare, once both commitments stand. */
  code() {
    const { params, tip, commitments } = this.fair ?? {};
    if (!commitments?.[0] || !commitments[1]) return null;
    return tableCode(context(params, unhex(tip), unhex(commitments[0]), unhex(commitments[1])));
  }

  /** Check every deal whose link is shown and that was not checked with as much evidence before. */
  check(seen) {
    for (const deal of Object.keys(this.fair?.links ?? {}).map(Number)) {
      const saw = evidence(seen, deal, this.you);
      if (this.isUndealt(saw)) continue;
      const weight = JSON.stringify(saw);
      if (this.checks.get(deal)?.weight !== weight) {
        this.checks.set(deal, { ...this.verdict(deal, saw), deal, seen: saw, weight });
      }
    }
    return [...this.checks.values()].sort((a, b) => a.deal - b.deal);
  }

  /** A game may be over before both secrets were shown: then no card was dealt, and there is nothing to check. */
  isUndealt(saw) {
    return this.fair.secrets.includes(null) && !saw.cut?.length && !saw.dealt && !saw.played.length;
  }

  verdict(d, seen) {
    return this.alarm ? { ok: false, says: this.alarm } : checkDeal({ fair: this.fair, d, seen });
  }
}
