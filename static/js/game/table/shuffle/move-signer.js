/**
 * Signs this seat's moves with the key it drew for the game, and compares every move of the seat that goes on record
 * with those. A signature binds all moves before it, also the goes and last cards that the table played for the seat.
 *
 * Of a game it saves `seed`; `base`: the chain that begins with the commitment; `sent`: the moves that this browser has
 * sent, `3 a5H`; `own`: the moves of the seat on record, and whether each is among these; `followed`: up to which move
 * of the game that is known; `pending`: the move that was sent last and has no answer.
 */

import { hex } from "../../../rng/bytes.js";
import { gettext } from "../../../ui/translate.js";
import { freshSecret } from "../../fairness/secret.js";
import { extendChain, signCommitment, signMoves, tokenOf } from "../../fairness/seat-key.js";
import { followOwn, START, THROW } from "./own-moves.js";

/** The deal of giving up is not compared: the next one may be dealt while it is on its way. */
const plain = (word) => word.replace(/^\d+ (?=[ab]-resign$)/, "");
const count = (words, word) => words.filter((each) => plain(each) === plain(word)).length;
/** Awaits its answer as a move does, but is none. */
const PART = { deal: null, move: null };
const ofThrow = (deal) => (word) => new RegExp(`^${deal} ([ab][1-6][1-6]|${THROW})$`).test(word);

export class MoveSigner {
  /**
   * @param {{game: string, saved: object, save: () => boolean}} table
   * @param {() => string[] | null} dealtInOrder this seat's six cards
   */
  constructor(table, dealtInOrder) {
    this.table = table;
    this.dealtInOrder = dealtInOrder;
    this.last = null; // sent by this page, without an answer
    this.unanswered = []; // what was sent before it
  }

  drawKey() {
    this.table.saved.seed ??= hex(freshSecret());
  }

  /** The signature and key that go with the commitment. */
  signCommitment(fair, you, commitment) {
    const { saved } = this.table;
    const { key, sig, chain } = signCommitment({ fair, you, commitment, seed: saved.seed });
    Object.assign(saved, { base: chain, sent: saved.sent ?? [], own: saved.own ?? [] });
    this.table.save();
    return { key, sig };
  }

  /** Whether this browser signs for the seat: another device that sits here has no key. */
  get hasKey() {
    return Boolean(this.table.saved.seed && this.table.saved.base);
  }

  /** The signature that goes with a move; undefined where there is none. */
  sign(move, deal, you) {
    const { saved, game } = this.table;
    if (!this.hasKey) return undefined;
    this.keepEarlier();
    this.last = { deal, move, word: null };
    if (move.kind === "pass") return undefined;
    const token = tokenOf(move, you, this.dealtInOrder());
    const word = `${deal} ${token ?? THROW}`;
    if (!this.isAwaited(word)) saved.sent.push(word);
    saved.pending = this.last = { deal, move, word };
    this.table.save();
    const chain = this.chain();
    if (!chain || !token) return undefined;
    return signMoves({ game, you, chain: extendChain(chain, deal, token), seed: saved.seed });
  }

  /** A move may go on record, and the player make the next one, before the answer to the first arrives. */
  keepEarlier() {
    if (this.last && !(this.last.word && this.isAwaited(this.last.word))) this.unanswered.push(this.last);
  }

  /** The move that an answer is about, if another one has followed it; answers come in the order of the moves. */
  takeEarlier() {
    return this.unanswered.shift() ?? null;
  }

  /** This seat's part of the shuffle was sent: the next answer is about it, and not about a move that follows. */
  awaitPart() {
    this.unanswered.push(PART);
  }

  /** Whether a refusal is about this seat's part of the shuffle, and not about a move. */
  takeRefusal() {
    if (this.unanswered[0] !== PART) return false;
    this.unanswered.shift();
    return true;
  }

  /** The connection was lost, and with it the answers to all but the last move, which is sent again. */
  forgetEarlier() {
    this.unanswered = [];
  }

  /** Whether a move like this was sent, and is not on record. */
  isAwaited(word) {
    const { own, sent } = this.table.saved;
    return count(own.map((each) => each.word), word) < count(sent, word);
  }

  /** The chain over all moves on record; null if this browser has not sent each of them. */
  chain() {
    const { base, own } = this.table.saved;
    if (own.some(({ word, isOurs }) => !isOurs || word.endsWith(THROW))) return null;
    return own.reduce((chain, { word }) => {
      const [deal, token] = word.split(" ");
      return extendChain(chain, deal, token);
    }, base);
  }

  /** Returns how many moves of the seat are on record, how many this browser sent, and the deals of the others. */
  counts() {
    const { own = [] } = this.table.saved;
    const others = own.filter(({ isOurs }) => !isOurs);
    return {
      moves: own.length,
      sent: own.length - others.length,
      elsewhere: new Set(others.map(({ word }) => Number(word.split(" ")[0]))),
    };
  }

  /** The move that was sent last is answered; one that was refused was not made. */
  settle(stands) {
    const { saved } = this.table;
    this.last = null;
    if (!saved.pending) return;
    const { word } = saved.pending;
    if (!stands && this.isAwaited(word)) saved.sent.splice(saved.sent.lastIndexOf(word), 1);
    saved.pending = null;
    this.table.save();
  }

  /**
   * The move that was sent last stands, as the server says: what is wrong if it is not on record.
   * @param {number} ply up to which the page knows the table
   */
  confirm(ply) {
    const { pending, followed } = this.table.saved;
    this.last = null;
    if (!pending) return null;
    const isMade = followed?.ply !== ply || !this.isAwaited(pending.word);
    this.settle(true);
    if (isMade) return null;
    return gettext("The server says that your move stands, and has put another one on record.");
  }

  /**
   * Takes in which moves of the seat went on record, each once.
   * @param {{t: string, since?: number, ply: number, unsigned?: boolean, events?: object[], history?: {ply: number,
   *   events: object[]}[], view: object}} frame  `unsigned`: the server says that the move came without a signature,
   *   as from another device
   * @returns {{says: string, deal: number} | null} what is wrong: while this page was here a move was made in the name
   *   of the seat that this browser has not sent
   */
  follow(frame, you, { isUnasked = false } = {}) {
    const { saved } = this.table;
    if (!this.hasKey) return null;
    const before = saved.followed ?? START;
    const moves = frame.t === "table" ? frame.history ?? [] : frame.since === before.ply ? [frame] : [];
    const { followed, made } = followOwn(before, moves, you, { isUnasked });
    let fault = null;
    for (const { deal, token, isTables } of made) {
      const word = this.wordOf(deal, token, frame.view, you);
      if (isTables) saved.sent.push(word); // nobody is asked for it, and it was the only move that the rules left
      const isOurs = this.isAwaited(word);
      saved.own.push({ word, isOurs });
      if (!isOurs && frame.t === "event" && !frame.unsigned) fault ??= { says: SAYS(token), deal };
    }
    saved.followed = followed;
    this.table.save();
    return fault;
  }

  /** A move on record; what was thrown is seen in the hand that threw it, or was sent. */
  wordOf(deal, token, view, you) {
    if (token !== THROW) return `${deal} ${token}`;
    const cards = view.deal === deal && view.throw?.length === 2 ? view.throw : null;
    const seen = cards && tokenOf({ kind: "throw", cards }, you, this.dealtInOrder());
    return seen ? `${deal} ${seen}` : this.table.saved.sent.find(ofThrow(deal)) ?? `${deal} ${THROW}`;
  }
}

const SAYS = (token) =>
  token.endsWith("-resign")
    ? gettext("The server says that you gave up, and this browser did not send that.")
    : gettext("The server made a move for you that this browser did not send: {move}.", { move: describe(token) });

/** A move for people: the card, what was claimed or called, or its name. */
const describe = (token) => (token === THROW ? gettext("a throw") : token.slice(1).replace(/^[-=+]/, ""));
