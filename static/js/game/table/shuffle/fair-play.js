/**
 * Plays this seat's part in the shuffle: commits to a secret of its own before anything is revealed, reveals it only in
 * the protocol's order, stores the server's signed notes, and checks every deal. A detected fault is permanent.
 */

import { hex, unhex } from "../../../rng/bytes.js";
import { checkDeal, sawCards } from "../../fairness/check.js";
import { dealerDoubt, dealerFault, describeDealer, earlierGame, isDealerNamed } from "../../fairness/first-dealer.js";
import { firstLinked, sameAs, sourceOf } from "../../fairness/deal-links.js";
import { awaitCards, followGame } from "../../fairness/dropped-games.js";
import { PROTOCOL, seatCommitment, SHARED_PROTOCOL } from "../../../rng/cribfair.js";
import { mayReveal, overdueLink, pinShown } from "../../fairness/order.js";
import { codeOf } from "../../fairness/proof.js";
import { freshSecret } from "../../fairness/secret.js";
import { UNPUBLISHED } from "../../fairness/site-keys.js";
import { describeSource, isVouched, wayFault } from "../../fairness/ways.js";
import { gettext } from "../../../ui/translate.js";
import { MoveSigner } from "./move-signer.js";
import { observeEvents, observeHistory, observeTable, observeThrow, observedInDeal } from "./observed-cards.js";
import { joinSaved } from "./other-tabs.js";
import { ReceiptBook } from "./receipt-book.js";
import { isEventFrame, isReceiptsFrame, isTableFrame } from "./table-shape.js";
import { playsUnasked } from "./own-moves.js";

const OF_WORDS = new Set(["hush", "no_hints", "no_choice", "rated_game"]); // refused chat lines and hints
const MOST_WRONG = 3; // deals whose evidence is saved; one is enough to convict
const ELSEWHERE = gettext(
  "Your part of the shuffle is on another device or browser of yours. Open the table there, so that it reveals your part in time.",
);
const KEEPS = gettext(
  "The server has not signed that both players have committed, so this page keeps your part of the shuffle secret.",
);
const NOT_VOUCHED = {
  watching: gettext(
    "You are watching: only the players have a part in the shuffle, so only their browsers can confirm it.",
  ),
  elsewhere: gettext(
    "Your part of the shuffle was drawn on another device or browser, so this one can’t confirm it. If that wasn’t you, tell the host.",
  ),
  moved: gettext(
    "Your seat made moves in this deal that this browser did not send. If you didn’t make them on another device, tell the host.",
  ),
  unsigned: gettext("The server did not sign what it showed you, so you can’t prove it later."),
  unread: gettext("This page could not check yet whether this site publishes the key that the server signed with."),
  unpublished: UNPUBLISHED,
  late: gettext("This deal is over, but the server has not revealed its part of it."),
  unseen: gettext("This page saw none of the cards of this deal, so it compared only the values."),
};

/** @typedef {import("../../fairness/signs.js").Mark} Mark */

export class FairPlay {
  /**
   * @param {{game: string, saved: object, save: () => boolean, load?: () => object, send: (frame: object) => boolean,
   *   loadOther?: (game: string) => object, saveOther?: (game: string, kept: object) => boolean,
   *   ownWords: {words: string, asksEachGame: boolean, takeOnce: () => string}, whyWait?: () => string | null}}
   *   table  `load`: the game's data saved by any tab of this browser; `loadOther`, `saveOther`: the data of another
   *   game; `ownWords`: the player's own words for the shuffle; `whyWait`: why this seat's secret is not revealed yet,
   *   or null
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

  /** The fault of the game as a whole. Once set, it is permanent. */
  get alarm() {
    return this.table.saved.alarm ?? null;
  }

  /** Processes the shuffle data and the visible cards of a frame. Returns whether it is well-formed. */
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
      gettext("The server sent a message that this page can’t read or check: {kind}.", { kind: frame.t }),
    );
    if (!this.alarm) this.raiseAlarm(this.receipts.findFault());
    followGame(this.table.game, { hasCards: this.hasCards, isOver: this.view?.phase === "over" });
    return isReadable;
  }

  /** Whether this seat was ever dealt a card. The cut for deal shows none of its six. */
  get hasCards() {
    return Object.values(this.table.saved.seen).some(({ dealt, held }) => dealt || held?.length);
  }

  /** Compares with other tabs of this browser, to which the server may have shown other values. */
  joinOtherTabs() {
    const { saved, fault } = joinSaved(this.table.saved, this.table.load?.() ?? {});
    Object.assign(this.table.saved, saved);
    this.raiseAlarm(fault);
  }

  takeTable(frame) {
    const { you, view, fair, ply, history, stakes = null, settled = null } = frame;
    const { saved } = this.table;
    this.isRated = Boolean(stakes ?? settled);
    this.you = you;
    saved.you = you ?? saved.you;
    if (history) this.takeHistory(history, view);
    this.ply = ply;
    this.look(view);
    this.observe(observeTable(saved.seen, view, you));
    this.handleFair(fair);
    this.requireRules(view);
    this.requireLinks(view);
    this.followOwn(frame);
    if (this.isSigned && you !== null) this.requestReceipts();
  }

  /** Checks that events from before this page, or from its absence, lead to the table that is shown. */
  takeHistory(history, view) {
    const missed = history.filter((move) => move.ply > (this.ply ?? 0)).flatMap(({ events }) => events);
    this.observe(observeHistory(this.table.saved.seen, { events: missed, view }, this.view, this.you));
  }

  /** Links that were due before an event have arrived by now, or are overdue. */
  takeEvent(frame) {
    this.requireLinks(this.view);
    this.observe(observeEvents(this.table.saved.seen, frame, this.view, this.you));
    this.look(frame.view);
    this.ply = frame.ply;
    this.requireRules(frame.view);
    this.followOwn(frame);
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

  /** Processes the shuffle data of the server, and sends the frame that it expects from this seat. */
  handleFair(fair) {
    const { saved } = this.table;
    const { pins, fault } = pinShown(saved.pins, fair, this.mine);
    saved.pins = pins;
    this.raiseAlarm(fault, fair);
    if (fault) return;
    this.fair = fair;
    this.raiseAlarm(wayFault(fair, { way: saved.way ?? null, isRated: this.isRated }));
    this.requireDealer();
    if (this.you !== null && fair.secrets[this.you] === saved.secret) saved.revealed = true;
    this.table.save();
    this.act();
  }

  /** @param {number | null} deal the deal that it is about, if any */
  raiseAlarm(says, shown = this.fair, deal = null) {
    if (!says || this.alarm) return;
    Object.assign(this.table.saved, { alarm: says, alarmed: shown, alarmedIn: deal });
    this.table.save();
  }

  requireRules({ target, counting }) {
    const { rules } = this.fair ? JSON.parse(this.fair.params) : {};
    if (rules && (rules.target !== target || rules.counting !== counting)) {
      this.raiseAlarm(gettext("The server plays this table by other rules than it committed to."));
    }
  }

  /** A first dealer who is named has to follow from the game before, which this browser may have seen. */
  requireDealer() {
    const { saved } = this.table;
    const known = this.knownOfDealer();
    this.raiseAlarm(dealerFault(this.fair, known));
    if (this.alarm || !isDealerNamed(this.fair) || dealerDoubt(this.fair, known)) return;
    saved.isDealerRight = true;
    if (this.view?.deal && !known.earlier.followedBy) {
      this.table.saveOther?.(earlierGame(this.fair), { ...known.earlier, followedBy: this.table.game });
    }
  }

  /** @returns {import("../../fairness/first-dealer.js").Known} */
  knownOfDealer() {
    const { way = null, rematchOf, event = null } = this.table.saved;
    const before = earlierGame(this.fair) ?? rematchOf;
    return { you: this.you, way, rematchOf, event, earlier: before ? this.table.loadOther?.(before) ?? null : null };
  }

  /** Why this browser can't confirm who deals first, where the server named it; null where it can, or they cut. */
  get dealerDoubt() {
    if (!this.fair || !isDealerNamed(this.fair) || this.table.saved.isDealerRight) return null;
    return dealerDoubt(this.fair, this.knownOfDealer());
  }

  /** Whether the game before has to be read, since this browser did not see it. */
  get isEarlierDue() {
    return this.you !== null && !this.alarm && this.dealerDoubt !== null && earlierGame(this.fair) !== null;
  }

  requireLinks(view) {
    const deal = this.fair && view ? overdueLink(this.fair, view) : null;
    if (deal !== null) {
      this.raiseAlarm(gettext("Deal {deal} is over, but the server has not revealed its part of it.", { deal }));
    }
  }

  /** Whether the server must be asked at the end for a missing link or receipt. From then on it is overdue. */
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

  /** Sends the expected frame of this seat, once per request of the server. */
  act() {
    if (this.you === null || this.alarm || !this.fair || this.answered === this.fair) return;
    if (this.fair.must === "commit") this.commit();
    if (this.isSignatureDue) this.signAhead();
    if (this.fair.must === "reveal") this.reveal();
  }

  /** Whether the shuffle waits for the player, who wants to type first. */
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
    this.sendPart({ t: "commit", c, ...(this.isSigned ? this.signer.signCommitment(this.fair, this.you, c) : {}) });
  }

  /** Commits after the player has typed, or chosen not to. */
  commitWithWords() {
    if (!this.isWaitingForWords) return;
    this.table.saved.secret = hex(freshSecret(this.table.ownWords.takeOnce()));
    this.commit();
  }

  /**
   * Whether our commitment has been stored since the link was made, before the params were known, and this page has not
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
    this.sendPart({ t: "commit", c, ...this.signer.signCommitment(this.fair, this.you, c) });
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
      awaitCards(this.table.game);
      this.sendPart({ t: "reveal", secret: saved.secret });
    }
  }

  /**
   * Records that another device of this player committed first, so its secret is this seat's. If ours was stored
   * before, that is false.
   */
  committedElsewhere() {
    const { commitment, you } = this.mine;
    if (commitment !== null && this.table.saved.pins.commitments?.[you] === commitment) return;
    this.table.saved.elsewhere = true;
    this.table.save();
  }

  // Signed notes of the server.

  /** Whether the server signs its frames in this game. */
  get isSigned() {
    return this.fair !== null && this.fair.version !== PROTOCOL;
  }

  /** Whether the server was asked for a receipt that is due, and has not sent it. */
  get isUnsigned() {
    return this.isSigned && Boolean(this.table.saved.unsigned || (this.isLate && this.isReceiptDue));
  }

  sendPart(frame) {
    if (this.table.send(frame)) this.signer.awaitPart();
  }

  /** Whether a refusal is about this seat's part of the shuffle. @param {{code: string}} frame */
  takeRefusal({ code }) {
    return !OF_WORDS.has(code) && this.signer.takeRefusal();
  }

  /** Every signed note of the server, for verify.py on any machine. */
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

  /** Whether a receipt of the table's current step is missing. The next step of this seat has to wait for it. */
  get isReceiptDue() {
    if (this.fair.must === "reveal") return !this.receipts.has("both-stand");
    if (this.view?.phase === "over") return !this.receipts.has("over");
    return this.view !== null && this.view.deal > 0 && !this.receipts.has(`saw ${this.view.deal}`);
  }

  /** Whether a move may be sent: no discard before the server has signed its deal, unless it was asked and did not. */
  maySend(move) {
    return move.kind !== "throw" || !this.isSigned || this.isUnsigned || !this.isReceiptDue;
  }

  /** The first move without an answer stands, as the server says. Returns whether it was sent last. */
  confirmMove() {
    const { pending, seen } = this.table.saved;
    const earlier = this.signer.takeEarlier();
    if (!earlier) this.raiseAlarm(this.signer.confirm(this.ply), this.fair, pending?.deal);
    const { deal, move } = earlier ?? pending ?? {};
    if (move?.kind === "throw") this.observe(observeThrow(seen, deal, move.cards, this.you));
    return !earlier;
  }

  /** Compares what goes on record of this seat with what this browser sent. */
  followOwn(frame) {
    if (this.you === null || !this.fair) return;
    const fault = this.signer.follow(frame, this.you, { isUnasked: playsUnasked(this.fair.params) });
    if (fault) this.raiseAlarm(fault.says, this.fair, fault.deal);
  }

  /** This seat's six cards in the order they were dealt, from the server's receipt. */
  dealtInOrder() {
    return this.receipts.dealtInOrder(this.view?.deal);
  }

  // Where the decks come from, if they are shared.

  get isShared() {
    return this.fair?.version === SHARED_PROTOCOL;
  }

  /**
   * The name of the source that still has to be checked: it changes when the server may show more of it. Null if there
   * is nothing to check.
   */
  get sourceDue() {
    if (!this.isShared || this.you === null || this.alarm || isVouched(this.table.saved)) return null;
    const isClosed = Object.keys(this.fair.links).length > 0;
    if (sameAs(this.fair)) return isClosed ? "first" : null; // it is shown to nobody before
    return isClosed ? "set, closed" : "set";
  }

  /** Takes in what was found of the source. @param {import("../../../proof/evidence/source.js").Source} found */
  takeSource({ is, fault }) {
    this.table.saved.source = is;
    this.raiseAlarm(fault);
    this.table.save();
  }

  /** Why shared decks are not vouched for; null where they are, or the game has decks of its own. */
  get sourceDoubt() {
    return this.isShared && !isVouched(this.table.saved) ? describeSource(this.table.saved) : null;
  }

  // What is checked.

  /** The code that two players can compare, once it is known. */
  tableCode() {
    return this.fair && codeOf(this.fair);
  }

  /**
   * Checks every deal whose link is known and that was not checked with as much evidence before, and then the signed
   * points.
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
      if ((this.isUndealt(saw) || this.isUnlinked(deal)) && !wrong[deal]) continue;
      const doubts = [this.doubtAbout(deal), this.sourceDoubt, this.isMovedElsewhere(deal), !deal && this.dealerDoubt];
      const weight = JSON.stringify([saw, this.alarm, this.isShown(deal), ...doubts]);
      if (this.checks.get(deal)?.weight !== weight) this.checks.set(deal, { ...this.judgeDeal(deal, saw), weight });
    }
  }

  /**
   * Finds a signed statement that does not follow from the game, if all else holds. Signed statements are replayed
   * here.
   */
  findLineFault() {
    const weight = `${this.receipts.length} ${this.checks.size}`;
    if (this.lineWeight === weight || [...this.checks.values()].some(({ mark }) => mark === "false")) return null;
    this.lineWeight = weight;
    return this.receipts.findLineFault((deal) => this.checks.get(deal)?.deck ?? null);
  }

  /** The deals whose links are revealed, or follow from a revealed one; and the last deal, if its link is overdue. */
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

  /** Decks of a set have no cut for deal. */
  isUnlinked(deal) {
    return this.isShared && sourceOf(this.fair) !== null && deal < firstLinked(this.fair);
  }

  /** A game may be over before both secrets were shown: then no card was dealt, and there is nothing to check. */
  isUndealt(saw) {
    return !this.fair || (this.fair.secrets.includes(null) && !sawCards(saw));
  }

  /** Why this browser cannot vouch for a deal, even if it is correct, or null. */
  doubtAbout(deal) {
    const { secret, elsewhere } = this.table.saved;
    if (!this.isShown(deal)) return "late";
    if (this.you === null) return "watching";
    if (elsewhere || !secret) return "elsewhere";
    const isSigned = this.isSigned && !this.isUnsigned && this.receipts.has(deal ? `saw ${deal}` : "both-stand");
    return isSigned ? this.keyDoubt() : "unsigned"; // or a liar would go back to the old protocol
  }

  /** How many moves of this seat this browser has sent and signed, of how many; null where it has no key. */
  ownMoves() {
    if (!this.signer.hasKey) return null;
    const { sent, moves } = this.signer.counts();
    return { sent, moves };
  }

  /** Whether this seat made a move in a deal that this browser has not sent. */
  isMovedElsewhere(deal) {
    return this.signer.counts().elsewhere.has(deal);
  }

  /** The key that signs has to be one of the site's: a server could make one for each game, and deny it later. */
  keyDoubt() {
    const { keys = "unread" } = this.table.saved;
    return keys === "published" ? null : keys;
  }

  /** Whether the keys that params name have still to be looked up, again with each deal until the log has them. */
  get keysDue() {
    if (!this.isSigned || this.you === null || !this.keyDoubt()) return null;
    return `${this.view?.deal} ${this.view?.phase === "over"}`;
  }

  /** @param {"published" | "unpublished" | "unread"} keys */
  takeKeys(keys) {
    this.table.saved.keys = keys;
    this.table.save();
  }

  /** Judges a deal, and saves the evidence against a wrong one. Nothing the server sends later makes it right. */
  judgeDeal(deal, saw) {
    const { wrong } = this.table.saved;
    const { fair, seen } = wrong[deal] ?? { fair: { ...this.fair, links: this.table.saved.pins.links }, seen: saw };
    const isNamed = deal === 0 && isDealerNamed(fair);
    const checked = { ...checkDeal({ fair, d: deal, seen }), deal, fair, seen, isNamed };
    const isWrong = !checked.ok && this.isShown(deal);
    if (isWrong && !wrong[deal] && Object.keys(wrong).length < MOST_WRONG) {
      wrong[deal] = { fair, seen };
      this.table.save();
    }
    const says = [this.alarm, checked.ok && this.alarm ? null : checked.says].filter(Boolean).join(" ");
    if (this.alarm || isWrong) return { ...checked, ok: false, mark: "false", says };
    const isMoved = this.isMovedElsewhere(deal) ? "moved" : null;
    const why = this.doubtAbout(deal) ?? (sawCards(seen) || isNamed ? isMoved : "unseen");
    const doubt = why ? NOT_VOUCHED[why] : isNamed ? this.dealerDoubt : this.sourceDoubt;
    if (doubt) return { ...checked, ok: false, mark: "unvouched", says: doubt };
    const source = this.isShared ? describeSource(this.table.saved) : null;
    const praise = isNamed ? describeDealer(this.fair) : checked.says;
    return { ...checked, mark: "true", says: [praise, source].filter(Boolean).join(" ") };
  }

  /** The first fault with its evidence, or null. */
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
