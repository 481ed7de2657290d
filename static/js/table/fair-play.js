/**
 * Plays this seat's part in the shuffle: commits to a secret of its own before anything is revealed, and checks every
 * deal as soon as its link is shown. What the server showed at first must never change.
 */

import { gettext } from "../ui/translate.js";
import { hex, unhex } from "../fair/bytes.js";
import { context, seatCommitment, tableCode } from "../fair/cribfair.js";
import { checkDeal } from "../fair/check.js";
import { freshSecret } from "../fair/secret.js";
import { observedInDeal } from "./observed-cards.js";

const FIXED = ["version", "game", "params", "tip"];
const BY_SEAT = ["commitments", "secrets"];
const MOST_WRONG = 3; // deals whose evidence is saved; one is enough to convict
const ELSEWHERE = gettext("This seat’s part of the shuffle is on another device or browser of yours. Open the table there, so that it is shown in time.");
const OTHERWISE = {
  version: gettext("The server now shows another version than at first."),
  game: gettext("The server now shows another game than at first."),
  params: gettext("The server now shows other params than at first."),
  tip: gettext("The server now shows another tip than at first."),
  commitments: gettext("The server now shows other commitments than at first."),
  secrets: gettext("The server now shows other secrets than at first."),
};

/** Describes the first pinned value that changed, or null; pins what is new. Changes `pins`. */
export function findBrokenPin(pins, fair) {
  for (const name of FIXED) {
    if (pins[name] === undefined) pins[name] = fair[name];
    if (pins[name] !== fair[name]) return OTHERWISE[name];
  }
  for (const kind of BY_SEAT) {
    pins[kind] ??= [null, null];
    for (const seat of [0, 1]) {
      pins[kind][seat] ??= fair[kind][seat];
      if (fair[kind][seat] !== pins[kind][seat]) return OTHERWISE[kind];
    }
  }
  pins.links ??= {};
  for (const [deal, link] of Object.entries(fair.links ?? {})) {
    pins.links[deal] ??= link;
    if (pins.links[deal] !== link) return gettext("The server now shows another link of deal {deal} than at first.", { deal });
  }
  return null;
}

export class FairPlay {
  /**
   * @param {{game: string, saved: object, save: () => boolean, send: (frame: object) => void,
   *   ownWords: {words: string, asksEachGame: boolean, takeOnce: () => string}}} table  `ownWords`: the player's own words for the shuffle
   */
  constructor(table) {
    this.table = table;
    this.fair = null;
    this.checks = new Map();
    table.saved.pins ??= {};
    table.saved.wrong ??= {};
    this.stuck = null;
  }

  /** What is wrong with the game as a whole; once set, it stays. */
  get alarm() {
    return this.table.saved.alarm ?? null;
  }

  /** Takes in what the server shows, and sends what it awaits from this seat. */
  handleFair(fair, you) {
    this.fair = fair;
    this.you = you;
    this.raiseAlarm(findBrokenPin(this.table.saved.pins, fair));
    this.table.save();
    if (you === null || this.alarm) return;
    if (fair.must === "commit") this.commit();
    if (fair.must === "reveal") this.reveal();
  }

  raiseAlarm(says) {
    if (!says || this.alarm) return;
    this.table.saved.alarm = says;
    this.table.saved.alarmed = this.fair;
    this.table.save();
  }

  /** Whether the shuffle waits for the player, who wants to type before it. */
  get isWaitingForWords() {
    return this.you !== null && this.fair?.must === "commit" && !this.table.saved.secret && this.table.ownWords.asksEachGame && !this.alarm;
  }

  commit() {
    if (this.isWaitingForWords) return;
    const { saved, ownWords } = this.table;
    saved.secret ??= hex(freshSecret(ownWords.takeOnce()));
    if (!this.table.save()) this.unkept = true;
    this.table.send({ t: "commit", c: this.myCommitment() });
  }

  /** Commits once the player has typed, or chosen not to. */
  commitWithWords() {
    if (!this.isWaitingForWords) return;
    this.table.saved.secret = hex(freshSecret(this.table.ownWords.takeOnce()));
    this.commit();
  }

  myCommitment() {
    return hex(seatCommitment(this.table.game, this.you, unhex(this.table.saved.secret)));
  }

  reveal() {
    const { secret, elsewhere } = this.table.saved;
    if (!secret || elsewhere) this.stuck = ELSEWHERE;
    else if (this.fair.commitments[this.you] !== this.myCommitment()) this.raiseAlarm(gettext("The server shows a commitment that is not ours."));
    else this.table.send({ t: "reveal", secret });
  }

  /** Notes that another device of this player committed first: its secret is this seat's. */
  committedElsewhere() {
    this.table.saved.elsewhere = true;
    this.table.save();
  }

  /** The code two players can compare, once both commitments stand. */
  tableCode() {
    const { params, tip, commitments } = this.fair ?? {};
    if (!commitments?.[0] || !commitments[1]) return null;
    return tableCode(context(params, unhex(tip), unhex(commitments[0]), unhex(commitments[1])));
  }

  /** Check every deal whose link is shown and that was not checked with as much evidence before. */
  checkDeals(seen) {
    const { wrong } = this.table.saved;
    for (const deal of Object.keys({ ...this.fair?.links, ...wrong }).map(Number)) {
      const saw = observedInDeal(seen, deal, this.you);
      if (this.isUndealt(saw) && !wrong[deal]) continue;
      const weight = JSON.stringify(saw);
      if (this.checks.get(deal)?.weight !== weight || (this.alarm && this.checks.get(deal).ok)) {
        this.checks.set(deal, { ...this.judgeDeal(deal, saw), weight });
      }
    }
    return [...this.checks.values()].sort((a, b) => a.deal - b.deal);
  }

  /** A game may be over before both secrets were shown: then no card was dealt, and there is nothing to check. */
  isUndealt(saw) {
    return this.fair.secrets.includes(null) && !saw.cut?.length && !saw.dealt && !saw.played.length;
  }

  /** Judges a deal, and saves what a wrong one was judged by: nothing the server sends makes it right again. */
  judgeDeal(deal, saw) {
    const { wrong } = this.table.saved;
    const { fair, seen } = wrong[deal] ?? { fair: this.fair, seen: saw };
    const checked = { ...checkDeal({ fair, d: deal, seen }), deal, fair, seen };
    if (!checked.ok && !wrong[deal] && Object.keys(wrong).length < MOST_WRONG) {
      wrong[deal] = { fair, seen };
      this.table.save();
    }
    return this.alarm ? { ...checked, ok: false, says: `${this.alarm} ${checked.ok ? "" : checked.says}`.trim() } : checked;
  }

  /** The first thing that is wrong, with its evidence, or null. */
  firstDoubt() {
    const found = [...this.checks.values()].filter(({ ok }) => !ok).sort((a, b) => a.deal - b.deal)[0];
    const { alarmed, pins } = this.table.saved;
    if (this.alarm) return { deal: found?.deal ?? 0, says: this.alarm, fair: alarmed, seen: found?.seen ?? null, pins };
    return found ? { ...found, says: found.faults.join(" ") } : null;
  }
}
