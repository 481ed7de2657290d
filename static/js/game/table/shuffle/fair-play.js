/**
 * Plays this seat's part in the shuffle: commits to a secret of its own before anything is revealed, shows it only
 * in the protocol's order, keeps what the server signs, and checks every deal. A fault that was found stays.
 */

import { hex, unhex } from "../../../rng/bytes.js";
import { checkDeal, sawCards } from "../../fairness/check.js";
import { PROTOCOL, seatCommitment } from "../../../rng/cribfair.js";
import { mayReveal, overdueLink, pinShown } from "../../fairness/order.js";
import { codeOf } from "../../fairness/proof.js";
import { freshSecret } from "../../fairness/secret.js";
import { gettext } from "../../../ui/translate.js";
import { MoveSigner } from "./move-signer.js";
import { observeEvents, observeHistory, observeTable, observeThrow, observedInDeal } from "./observed-cards.js";
import { joinSaved } from "./other-tabs.js";
import { ReceiptBook } from "./receipt-book.js";
import { isEventFrame, isReceiptsFrame, isTableFrame } from "./table-shape.js";
import { playsUnasked } from "./unasked.js";

const MOST_WRONG = 3; // deals whose evidence is saved; one is enough to convict
const ELSEWHERE = gettext(
  "Your part of the shuffle is on another device or browser of yours. Open the table there, so that it is shown in time.",
);
const KEEPS = gettext(
  "The server has not signed that both players have committed, so this page keeps your part of the shuffle secret.",
);
const NOT_VOUCHED = {
  watching: gettext(
    "The values fit. You are watching: only the players have a part in the shuffle, so only they can vouch for it.",
  ),
  elsewhere: gettext(
    "The values fit. But another device or browser drew your part of the shuffle, so this one can't vouch for it. If that wasn't you, tell the host.",
  ),
  unsigned: gettext("The values fit. But the server did not sign what it showed, so it can't be proved later."),
  late: gettext("This deal is over, and the server has not shown its part of it."),
  unseen: gettext("The values fit. But this page saw none of the cards, so it compared only the values."),
};

/** @typedef {"true" | "false" | "unvouched"} Mark */

export class FairPlay {
  /**
   * @param {{game: string, saved: object, save: () => boolean, load?: () => object, send: (frame: object) => void,
   *   ownWords: {words: string, asksEachGame: boolean, takeOnce: () => string}, whyWait?: () => string | null}}
   *   table  `load`: what
   *   any tab of this browser saved of the game; `ownWords`: the player's own words for the shuffle; `whyWait`:
   *   why this seat's secret is not shown yet, or null
   */
  constructor(table) {
    this.table = table;
    this.fair = null;
    this.you = null;
    this.view = null;
    this.checks = new Map();
    Object.assign(table.saved, { pins: {}, wrong: {}, seen: {}, receipts: [], ...table.saved });
    this.receipts = new ReceiptBook(table.saved);
    this.signer = new MoveSigner(table, () => this.dealtInOrder());
    this.stuck = null;
  }

  /** What is wrong with the game as a whole; once set, it stays. */
  get alarm() {
    return this.table.saved.alarm ?? null;
  }

  /**
   * Takes in a frame of the server: what it shows of the shuffle, and the cards that lie open. Returns whether it
   * can be read.
   */
  takeIn(frame) {
    const kinds = {
      table: [isTableFrame, () => this.takeTable(frame)],
      event: [isEventFrame, () => this.takeEvent(frame)],
      fair: [() => true, () => this.handleFair(frame)],
      receipts: [isReceiptsFrame, () => this.takeReceipts(frame)],
    };
    if (!Object.hasOwn(kinds, frame.t)) return true;
    const [shape, take] = kinds[frame.t];
    const isReadable = shape(frame);
    this.joinOtherTabs();
    if (isReadable) take();
    else this.raiseAlarm(
      gettext("The server sent something that can't be read, so it can't be checked: {kind}.", { kind: frame.t }),
    );
    if (!this.alarm) this.raiseAlarm(this.receipts.findFault());
    return isReadable;
  }

  /** Another tab of this browser may have been shown something else. */
  joinOtherTabs() {
    const { saved, fault } = joinSaved(this.table.saved, this.table.load?.() ?? {});
    Object.assign(this.table.saved, saved);
    this.raiseAlarm(fault);
  }

  takeTable({ you, view, fair, ply, history }) {
    const { saved } = this.table;
    this.you = you;
    saved.you = you ?? saved.you;
    if (history) this.takeHistory(history, view);
    this.ply = ply;
    this.look(view);
    this.observe(observeTable(saved.seen, view, you));
    this.handleFair(fair);
    this.requireRules(view);
    this.requireLinks(view);
    if (this.isSigned && you !== null) this.requestReceipts();
  }

  /** What happened before this page came, or while it was away, leads to the table that is shown. */
  takeHistory(history, view) {
    const missed = history.filter((move) => move.ply > (this.ply ?? 0)).flatMap(({ events }) => events);
    this.observe(observeHistory(this.table.saved.seen, { events: missed, view }, this.view, this.you));
  }

  /** The links that were due before an event have come between: it is later than they are. */
  takeEvent(frame) {
    this.requireLinks(this.view);
    this.observe(observeEvents(this.table.saved.seen, frame, this.view, this.you));
    this.look(frame.view);
    this.ply = frame.ply;
    this.requireRules(frame.view);
  }

  look(view) {
    this.view = view;
    this.table.saved.over = view.phase === "over";
  }

  /** @param {import("./observed-cards.js").Observed} observed */
  observe({ seen, fault }) {
    this.table.saved.seen = seen;
    if (fault) this.raiseAlarm(fault.says, this.fair, fault.deal);
  }

  /** Takes in what the server shows of the shuffle, and sends what it awaits from this seat. */
  handleFair(fair) {
    const { saved } = this.table;
    const { pins, fault } = pinShown(saved.pins, fair, this.mine);
    saved.pins = pins;
    this.raiseAlarm(fault, fair);
    if (fault) return;
    this.fair = fair;
    if (this.you !== null && fair.secrets[this.you] === saved.secret) saved.revealed = true;
    this.table.save();
    this.act();
  }

  /** @param {number | null} deal the one it is about, if it is about one */
  raiseAlarm(says, shown = this.fair, deal = null) {
    if (!says || this.alarm) return;
    Object.assign(this.table.saved, { alarm: says, alarmed: shown, alarmedIn: deal });
    this.table.save();
  }

  requireRules({ target, counting }) {
    const { rules } = this.fair ? JSON.parse(this.fair.params) : {};
    if (rules && (rules.target !== target || rules.counting !== counting)) {
      this.raiseAlarm(gettext("The table is not played by the rules that were promised."));
    }
  }

  requireLinks(view) {
    const deal = this.fair && view ? overdueLink(this.fair, view) : null;
    if (deal !== null) {
      this.raiseAlarm(gettext("The server has not shown its part of deal {deal}, which is over.", { deal }));
    }
  }

  /**
   * Whether at the end something is due that the server has not shown or signed, and so has to be asked for. From
   * then on it is late.
   */
  missesLast() {
    if (!this.fair || this.view?.phase !== "over") return false;
    this.isLate = overdueLink(this.fair, this.view) !== null ||
      (this.you !== null && this.isSigned && this.isReceiptDue);
    return this.isLate;
  }

  // This seat's part.

  /** @returns {import("../../fairness/order.js").Mine} */
  get mine() {
    const { secret = null, elsewhere = false } = this.table.saved;
    const commitment = secret && this.you !== null ? this.myCommitment() : null;
    return { game: this.table.game, you: this.you, secret, commitment, elsewhere };
  }

  myCommitment() {
    return hex(seatCommitment(this.table.game, this.you, unhex(this.table.saved.secret)));
  }

  /** Does what is awaited of this seat, once for each time that the server says so. */
  act() {
    if (this.you === null || this.alarm || !this.fair || this.answered === this.fair) return;
    if (this.fair.must === "commit") this.commit();
    if (this.isSignatureDue) this.signAhead();
    if (this.fair.must === "reveal") this.reveal();
  }

  /** Whether the shuffle waits for the player, who wants to type before it. */
  get isWaitingForWords() {
    return this.you !== null && this.fair?.must === "commit" && !this.table.saved.secret &&
      this.table.ownWords.asksEachGame && !this.alarm;
  }

  commit() {
    if (this.isWaitingForWords) return;
    const { saved, ownWords } = this.table;
    saved.secret ??= hex(freshSecret(ownWords.takeOnce()));
    if (this.isSigned) this.signer.drawKey();
    if (!this.table.save()) this.unkept = true;
    const c = this.myCommitment();
    this.answered = this.fair;
    this.table.send({ t: "commit", c, ...(this.isSigned ? this.signer.signCommitment(this.fair, this.you, c) : {}) });
  }

  /** Commits once the player has typed, or chosen not to. */
  commitWithWords() {
    if (!this.isWaitingForWords) return;
    this.table.saved.secret = hex(freshSecret(this.table.ownWords.takeOnce()));
    this.commit();
  }

  /**
   * Whether our commitment stands since the link was made, before the params were known, and this page has not
   * signed it.
   */
  get isSignatureDue() {
    const { you, commitment } = this.mine;
    const { ahead, elsewhere } = this.table.saved;
    return Boolean(
      ahead && !elsewhere && this.isSigned && !this.hasSigned && commitment &&
        this.fair.commitments[you] === commitment && !this.fair.secrets[you],
    );
  }

  signAhead() {
    this.hasSigned = true;
    this.signer.drawKey();
    const c = this.myCommitment();
    this.table.send({ t: "commit", c, ...this.signer.signCommitment(this.fair, this.you, c) });
  }

  reveal() {
    const { saved } = this.table;
    this.stuck = this.table.whyWait?.() ?? null;
    if (this.stuck) return;
    if (!saved.secret || saved.elsewhere) this.stuck = ELSEWHERE;
    else if (this.isSigned && !this.receipts.has("both-stand")) this.stuck = KEEPS;
    else if (mayReveal(saved.pins, this.mine)) {
      this.stuck = null;
      this.answered = this.fair;
      this.table.send({ t: "reveal", secret: saved.secret });
    }
  }

  /**
   * Notes that another device of this player committed first: its secret is this seat's. Once ours stood, none was
   * first.
   */
  committedElsewhere() {
    const { commitment, you } = this.mine;
    if (commitment !== null && this.table.saved.pins.commitments?.[you] === commitment) return;
    this.table.saved.elsewhere = true;
    this.table.save();
  }

  // What the server signs.

  /** Whether the server signs what it shows in this game. */
  get isSigned() {
    return this.fair !== null && this.fair.version !== PROTOCOL;
  }

  /** Whether the server was asked for a receipt that is due, and had none. */
  get isUnsigned() {
    return this.isSigned && Boolean(this.table.saved.unsigned || (this.isLate && this.isReceiptDue));
  }

  /** Every note that the server signed, for verify.py on any machine. */
  keptReceipts() {
    return this.receipts.toCase(this.table.game);
  }

  requestReceipts() {
    this.table.send({ t: "receipts", since: this.receipts.length });
  }

  takeReceipts(frame) {
    if (!this.isSigned || this.you === null || frame.since > this.receipts.length) return;
    this.raiseAlarm(this.receipts.take(frame, this.you));
    if (!frame.notes.length && this.isReceiptDue) this.table.saved.unsigned = true;
    this.table.save();
    this.act();
  }

  /**
   * Whether the table has come to a step of which there is no receipt here; the next step of this seat has to wait
   * for it.
   */
  get isReceiptDue() {
    if (this.fair.must === "reveal") return !this.receipts.has("both-stand");
    if (this.view?.phase === "over") return !this.receipts.has("over");
    return this.view !== null && this.view.deal > 0 && !this.receipts.has(`saw ${this.view.deal}`);
  }

  /**
   * Whether a move may go out: no throw before the server has signed what it dealt, unless it was asked and did
   * not.
   */
  maySend(move) {
    return move.kind !== "throw" || !this.isSigned || this.isUnsigned || !this.isReceiptDue;
  }

  /** The move that was signed last stands, as the server says. */
  confirmMove() {
    const { pending } = this.table.saved;
    this.signer.settle(true);
    if (pending?.move.kind === "throw") {
      this.observe(observeThrow(this.table.saved.seen, pending.deal, pending.move.cards, this.you));
    }
  }

  /** Binds what the table played for this seat, where the params say that it plays goes and last cards. */
  followUnasked(frame) {
    if (this.you !== null && this.fair && playsUnasked(this.fair.params)) this.signer.follow(frame, this.you);
  }

  /** This seat's six cards in the order they were dealt, as the server signed it. */
  dealtInOrder() {
    return this.receipts.dealtInOrder(this.view?.deal);
  }

  // What is checked.

  /** The code two players can compare, once it can be known. */
  tableCode() {
    return this.fair && codeOf(this.fair);
  }

  /**
   * Check every deal whose link is known and that was not checked with as much evidence before; then what was
   * signed of the points.
   */
  checkDeals() {
    this.judgeDeals();
    this.raiseAlarm(this.findLineFault());
    if (this.alarm) this.judgeDeals();
    return [...this.checks.values()].sort((a, b) => a.deal - b.deal);
  }

  judgeDeals() {
    const { wrong, seen } = this.table.saved;
    for (const deal of this.knownDeals()) {
      const saw = observedInDeal(seen, deal, this.you);
      if (this.isUndealt(saw) && !wrong[deal]) continue;
      const weight = JSON.stringify([saw, this.alarm, this.isShown(deal), this.doubtAbout(deal)]);
      if (this.checks.get(deal)?.weight !== weight) this.checks.set(deal, { ...this.judgeDeal(deal, saw), weight });
    }
  }

  /**
   * Finds a signed statement that does not follow, where all else holds: it signs what it showed, and here
   * that is played over.
   */
  findLineFault() {
    const weight = `${this.receipts.length} ${this.checks.size}`;
    if (this.lineWeight === weight || [...this.checks.values()].some(({ mark }) => mark === "false")) return null;
    this.lineWeight = weight;
    return this.receipts.findLineFault((deal) => this.checks.get(deal)?.deck ?? null);
  }

  /** The deals whose links are shown, or follow from one that is; and the last one, if its link is late. */
  knownDeals() {
    const { wrong, pins, seen } = this.table.saved;
    const skipped = Object.keys(seen).map(Number).filter(
      (deal) => this.isShown(deal) || (this.isLate && deal === this.view.deal),
    );
    return new Set([...Object.keys({ ...pins.links, ...wrong }).map(Number), ...skipped]);
  }

  isShown(deal) {
    return deal <= Math.max(-1, ...Object.keys(this.table.saved.pins.links ?? {}).map(Number));
  }

  /** A game may be over before both secrets were shown: then no card was dealt, and there is nothing to check. */
  isUndealt(saw) {
    return !this.fair || (this.fair.secrets.includes(null) && !sawCards(saw));
  }

  /** Why this browser cannot vouch for a deal, true as it may be; null if it can. */
  doubtAbout(deal) {
    const { secret, elsewhere } = this.table.saved;
    if (!this.isShown(deal)) return "late";
    if (this.you === null) return "watching";
    if (elsewhere || !secret) return "elsewhere";
    const isSigned = this.isSigned && !this.isUnsigned && this.receipts.has(deal ? `saw ${deal}` : "both-stand");
    return isSigned ? null : "unsigned"; // or a liar would go back to the old protocol
  }

  /** Judges a deal, and saves what a wrong one was judged by: nothing the server sends makes it right again. */
  judgeDeal(deal, saw) {
    const { wrong } = this.table.saved;
    const { fair, seen } = wrong[deal] ?? { fair: { ...this.fair, links: this.table.saved.pins.links }, seen: saw };
    const checked = { ...checkDeal({ fair, d: deal, seen }), deal, fair, seen };
    const isWrong = !checked.ok && this.isShown(deal);
    if (isWrong && !wrong[deal] && Object.keys(wrong).length < MOST_WRONG) {
      wrong[deal] = { fair, seen };
      this.table.save();
    }
    const says = [this.alarm, checked.ok && this.alarm ? null : checked.says].filter(Boolean).join(" ");
    if (this.alarm || isWrong) return { ...checked, ok: false, mark: "false", says };
    const why = this.doubtAbout(deal) ?? (sawCards(seen) ? null : "unseen");
    return why ? { ...checked, ok: false, mark: "unvouched", says: NOT_VOUCHED[why] } : { ...checked, mark: "true" };
  }

  /** The first thing that is wrong, with its evidence, or null. */
  firstDoubt() {
    const wrong = [...this.checks.values()].filter(({ mark }) => mark === "false").sort((a, b) => a.deal - b.deal);
    const found = wrong.find(({ faults }) => faults.length) ?? wrong[0];
    const { alarmed, alarmedIn, seen, pins } = this.table.saved;
    const deal = alarmedIn ?? found?.deal ?? 0;
    if (this.alarm) {
      return { deal, says: this.alarm, fair: alarmed, seen: this.checks.get(deal)?.seen ?? seen[deal] ?? null, pins };
    }
    return found ? { ...found, says: found.faults.join(" ") } : null;
  }
}
