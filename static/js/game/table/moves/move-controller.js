/** Makes the player's moves: draws each at once, sends it, and reverts it with a reason if it is refused. */

import { applyForced, mayPlay, mayThrow } from "../../scene/scene.js";
import { gettext } from "../../../ui/translate.js";
import { Grace, graceMs } from "./grace.js";
import { Outbox } from "./outbox.js";
import { predict, predictedEvent } from "./predict.js";

const SIGNATURE_WAIT = 5_000;

export class MoveController {
  /**
   * @param {{store: import("../store.js").Store, pace: import("../pace.js").Pace, socket:
   *   import("../socket.js").TableSocket,
   *   fairPlay: import("../shuffle/fair-play.js").FairPlay, isHurried: () => boolean, isCareful: () => boolean,
   *   onMove: (event: object) => void, redraw: () => void}} table
   *   `isHurried`: whether nothing may be delayed, not even a discard; `isCareful`: whether a card is lifted before
   *   it is played; `onMove`: called with the event of my move
   */
  constructor({ store, pace, socket, fairPlay, isHurried, isCareful, onMove, redraw }) {
    Object.assign(this, { store, pace, socket, fairPlay, isHurried, isCareful, onMove, redraw });
    this.outbox = new Outbox((frame) => socket.send(frame), redraw);
    this.next = null; // giving up, which waits until the card before is answered
    this.grace = new Grace((move) => this.send(move));
    this.unsigned = new Grace(
      (move) => this.giveBack(move, gettext("The server has not signed your deal yet. Discard again in a moment.")),
    );
    // Leaving the page confirms a discard.
    addEventListener("pagehide", () => this.grace.sendNow());
    document.addEventListener("visibilitychange", () => document.hidden && this.grace.sendNow());
  }

  /** The player's move that no event has confirmed yet, or null. */
  get move() {
    return this.grace.move ?? this.unsigned.move ?? this.outbox.move;
  }

  /** @returns {import("./actions.js").MoveState} */
  get moveState() {
    if (this.grace.move) return "held";
    if (this.unsigned.move) return "sent";
    return this.outbox.move && (this.outbox.late ? "late" : "sent");
  }

  /** The table with everything relevant that was seen, including my own move. */
  get latestScene() {
    return predict(applyForced(this.store.state.scene, this.pace.queue), this.move);
  }

  get you() {
    return this.store.state.who.you;
  }

  // Frames from the server.

  /** @param {boolean} wasLost whether the connection was lost since the last table frame */
  handleTable(frame, wasLost) {
    const isLost = this.outbox.handleTable(frame, wasLost);
    if (isLost) {
      this.fairPlay.signer.settle(false);
      this.store.complain(gettext("Too late, that card is back in your hand."));
    }
    this.cancelIfStale(frame.view);
    this.sendNextSoon();
  }

  /** Whether an event answers the player's own move. */
  handleEvent(frame) {
    this.cancelIfStale(frame.view);
    const isAnswer = this.outbox.handleEvent(frame, this.you);
    this.sendNextSoon();
    return isAnswer;
  }

  cancelIfStale(view) {
    for (const held of [this.grace, this.unsigned]) held.cancelIfStale(view, this.you);
  }

  /** The receipt that a discard waits for may have arrived. */
  handleReceipts() {
    if (this.unsigned.move && this.fairPlay.maySend(this.unsigned.move)) this.send(this.unsigned.cancel());
  }

  handleAck() {
    if (this.fairPlay.confirmMove()) this.outbox.clear();
    this.sendNextSoon();
  }

  /** Whether a refusal is handled: the move is sent once more. */
  handleRefused(frame) {
    if (this.fairPlay.takeRefusal(frame)) return false;
    const { move } = this.outbox;
    const isDealtWith = this.outbox.handleRefused(frame);
    if (move && !this.outbox.move) {
      this.fairPlay.signer.settle(false);
      this.returnCards(move);
    }
    this.sendNextSoon();
    return isDealtWith;
  }

  // Actions of the player.

  tapCard(card) {
    const { latestScene } = this;
    this.store.complain("");
    if (mayThrow(latestScene)) this.store.toggleCard(card);
    else if (!mayPlay(latestScene)) this.pace.catchUp();
    else if (latestScene.playable.includes(card)) this.playOrLift(card);
    else this.store.complain(gettext("That card would go over 31."));
    this.redraw();
  }

  playOrLift(card) {
    if (this.isCareful() && !this.store.state.chosen.includes(card)) this.store.choose([card]);
    else this.makeMove({ kind: "play", card });
  }

  /** Plays a card that was dragged to the table, or selects it for the crib. The second one discards both. */
  dropCard(card) {
    const { chosen } = this.store.state;
    if (mayPlay(this.latestScene)) this.store.choose([card]); // a drag is never a mistake
    if (!mayThrow(this.latestScene) || (chosen.length < 2 && !chosen.includes(card))) this.tapCard(card);
    if (this.store.state.chosen.includes(card)) this.throwChosen();
  }

  throwChosen() {
    const { chosen: cards } = this.store.state;
    if (cards.length === 2 && mayThrow(this.latestScene)) this.makeMove({ kind: "throw", cards });
  }

  /** Draws a move at once, without waiting for the server. A discard is sent when its grace period ends. */
  makeMove(move) {
    this.store.complain("");
    this.pace.catchUp();
    const event = predictedEvent(this.store.state.scene, move);
    if (event) this.onMove(event);
    this.store.choose([]);
    if (move.kind === "throw") {
      this.grace.hold(move, this.graceTime());
    } else this.send(move);
    this.redraw();
  }

  graceTime() {
    const { clocks, heardAt } = this.store.state.time;
    return this.isHurried() ? 0 : graceMs(clocks, heardAt, performance.now(), this.you);
  }

  /**
   * Sends a move, at once or after a reconnect. Until then it is shown as pending. A discard waits for its deal's
   * receipt, and giving up for the answer to the card before: the server could not make both. No card follows it.
   */
  send(move) {
    const { socket, fairPlay, outbox } = this;
    const { deal } = this.store.state;
    if (outbox.move?.kind === "resign") return;
    if (outbox.move && move.kind === "resign") {
      this.next = move;
      return;
    }
    if (!socket.mayReconnect) return this.giveBack(move, gettext("You're offline: your move was not sent."));
    if (fairPlay.maySend(move)) this.outbox.send(socket.ply, deal, move, fairPlay.signer.sign(move, deal, this.you));
    else {
      fairPlay.requestReceipts();
      this.unsigned.hold(move, SIGNATURE_WAIT);
    }
    this.redraw();
  }

  /** Sends the next move once the whole frame is handled, and the socket knows its ply. */
  sendNextSoon() {
    if (this.next) queueMicrotask(() => this.sendNext());
  }

  sendNext() {
    const move = this.outbox.move ? null : this.next;
    if (!move) return;
    this.next = null;
    if (this.store.state.scene?.phase !== "over") this.send(move);
  }

  giveBack(move, why) {
    this.store.complain(why);
    this.returnCards(move);
    this.redraw();
  }

  takeBack() {
    this.returnCards(this.grace.cancel());
    this.redraw();
  }

  /** Puts the cards of a refused move back into the hand, selected if they were. */
  returnCards({ cards = [] }) {
    this.store.choose(cards);
  }
}
