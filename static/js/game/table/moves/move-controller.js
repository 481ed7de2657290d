/** Makes the player's moves: draws each at once, sends it, and puts it back with a reason if it does not stand. */

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
   *   `isHurried`: whether nothing is to wait, no throw either; `isCareful`: whether a card is lifted before it
   *   is played; `onMove`: the event that my move will be
   */
  constructor({ store, pace, socket, fairPlay, isHurried, isCareful, onMove, redraw }) {
    Object.assign(this, { store, pace, socket, fairPlay, isHurried, isCareful, onMove, redraw });
    this.outbox = new Outbox((frame) => socket.send(frame), redraw);
    this.grace = new Grace((move) => this.send(move));
    this.unsigned = new Grace(
      (move) => this.giveBack(move, gettext("The server has not signed your deal yet. Throw again in a moment.")),
    );
    // A player who leaves the page means what they threw.
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

  /** The table as far as all that matters for it has been seen, my own move included. */
  get latestScene() {
    return predict(applyForced(this.store.state.scene, this.pace.queue), this.move);
  }

  get you() {
    return this.store.state.who.you;
  }

  // What the server says.

  /** @param {boolean} wasLost whether the connection was lost since the table was heard of */
  handleTable(frame, wasLost) {
    const isLost = this.outbox.handleTable(frame, wasLost);
    if (isLost) this.store.complain(gettext("Too late, that card is back in your hand."));
    if (!this.outbox.move) this.fairPlay.signer.settleByTable(frame);
    this.fairPlay.followUnasked(frame);
    this.cancelIfStale(frame.view);
  }

  /** Whether an event answers the player's own move. */
  handleEvent(frame) {
    this.cancelIfStale(frame.view);
    this.fairPlay.followUnasked(frame);
    return this.outbox.handleEvent(frame, this.you);
  }

  cancelIfStale(view) {
    for (const held of [this.grace, this.unsigned]) held.cancelIfStale(view, this.you);
  }

  /** What a throw waited for may have come. */
  handleReceipts() {
    if (this.unsigned.move && this.fairPlay.maySend(this.unsigned.move)) this.send(this.unsigned.cancel());
  }

  handleAck() {
    this.outbox.clear();
    this.fairPlay.confirmMove();
  }

  /** Whether a refusal is dealt with: the move goes out once more. */
  handleRefused(frame) {
    const { move } = this.outbox;
    const isDealtWith = this.outbox.handleRefused(frame);
    if (move && !this.outbox.move) {
      this.fairPlay.signer.settle(false);
      this.returnCards(move);
    }
    return isDealtWith;
  }

  // What the player does.

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

  /** Plays a card that was dragged to the table, or chooses it for the crib; the second one throws both. */
  dropCard(card) {
    const { chosen } = this.store.state;
    if (mayPlay(this.latestScene)) this.store.choose([card]); // nobody drags a card by mistake
    if (!mayThrow(this.latestScene) || (chosen.length < 2 && !chosen.includes(card))) this.tapCard(card);
    if (this.store.state.chosen.includes(card)) this.throwChosen();
  }

  throwChosen() {
    const { chosen: cards } = this.store.state;
    if (cards.length === 2 && mayThrow(this.latestScene)) this.makeMove({ kind: "throw", cards });
  }

  /** Draws a move at once, without waiting for the server; a throw goes out when its grace ends. */
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
   * Sends a move, at once or when the connection is back; until then it is shown as under way. A throw waits for
   * its deal's receipt.
   */
  send(move) {
    const { socket, fairPlay } = this;
    const { deal } = this.store.state;
    if (!socket.mayReconnect) return this.giveBack(move, gettext("You're offline: your move was not sent."));
    if (fairPlay.maySend(move)) this.outbox.send(socket.ply, deal, move, fairPlay.signer.sign(move, deal, this.you));
    else {
      fairPlay.requestReceipts();
      this.unsigned.hold(move, SIGNATURE_WAIT);
    }
    this.redraw();
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

  /** Puts the cards of a move that does not stand back into the hand, chosen if they were. */
  returnCards({ cards = [] }) {
    this.store.choose(cards);
  }
}
