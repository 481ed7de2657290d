/** What the player does: a move is drawn at once, goes out, is answered, and is put back with a reason if it does not stand. */

import { mayPlay, mayThrow } from "../game/scene.js";
import { soundOf } from "../game/sounds.js";
import { gettext } from "../ui/translate.js";
import { Grace, graceMs } from "./grace.js";
import { Outbox } from "./outbox.js";
import { predictedEvent } from "./predict.js";

export class MoveController {
  /** @param {object} table as in table.js @param {{isHurried: () => boolean}} how  whether nothing is to wait, no throw either */
  constructor(table, { isHurried }) {
    this.table = table;
    this.isHurried = isHurried;
    this.outbox = new Outbox((frame) => table.socket.send(frame), () => table.draw());
    this.grace = new Grace((move) => this.send(move));
    // Who leaves the page means what was thrown.
    addEventListener("pagehide", () => this.grace.sendNow());
    document.addEventListener("visibilitychange", () => document.hidden && this.grace.sendNow());
  }

  /** The move that no event has told of yet, or null. */
  get move() {
    return this.grace.move ?? this.outbox.move;
  }

  /** @returns {import("./actions.js").Way} */
  get moveState() {
    if (this.grace.move) return "held";
    return this.outbox.move && (this.outbox.late ? "late" : "sent");
  }

  // What the server says.

  /** @param {boolean} wasLost whether the line was down since the table was heard of */
  handleTable(frame, wasLost) {
    if (this.outbox.handleTable(frame, wasLost)) this.table.complaint = gettext("Your move came too late, and is put back.");
    this.grace.cancelIfStale(frame.view, frame.you);
  }

  /** Whether an event answers what I did. */
  handleEvent(frame, you) {
    this.grace.cancelIfStale(frame.view, you);
    return this.outbox.handleEvent(frame, you);
  }

  /** Whether a refusal is dealt with: the move goes out once more. */
  handleRefused(frame) {
    const { move } = this.outbox;
    const isDealtWith = this.outbox.handleRefused(frame);
    if (move && !this.outbox.move) this.returnCards(move);
    return isDealtWith;
  }

  // What the player does.

  tapCard(card) {
    const { latestScene: ahead, pace, room } = this.table;
    this.table.complaint = "";
    if (mayThrow(ahead)) room.hand.toggle(card);
    else if (!mayPlay(ahead)) pace.catchUp();
    else if (ahead.playable.includes(card)) this.makeMove({ kind: "play", card });
    else this.table.complaint = gettext("That card would go past 31.");
    this.table.draw();
  }

  /** A card was carried to the table: played, or chosen for the crib, where the second takes the first along. */
  dropCard(card) {
    const { latestScene: ahead, room } = this.table;
    const { chosen } = room.hand;
    if (!mayThrow(ahead) || (chosen.size < 2 && !chosen.has(card))) this.tapCard(card);
    if (chosen.has(card)) this.throwChosen();
  }

  /** The n-th card of the hand by its key: looked at, and chosen while two are to be thrown. */
  pressNumber(n) {
    const { latestScene: ahead, scene, room } = this.table;
    const button = room.hand.button(n);
    if (!button || scene.showing) return false;
    if (mayThrow(ahead)) this.tapCard(button.dataset.card);
    button.focus({ preventScroll: true });
    return true;
  }

  throwChosen() {
    const { latestScene: ahead, room } = this.table;
    const cards = [...room.hand.chosen];
    if (cards.length === 2 && mayThrow(ahead)) this.makeMove({ kind: "throw", cards });
  }

  /** Nobody waits for what is still to be drawn, nor for the server; a throw goes out when its grace ends. */
  makeMove(move) {
    const { pace, room, you } = this.table;
    this.table.complaint = "";
    pace.catchUp();
    const event = predictedEvent(this.table.scene, move);
    if (event) room.sounds.play(soundOf(event, you));
    if (move.kind === "throw") this.grace.hold(move, this.graceTime());
    else this.send(move);
    this.table.draw();
  }

  graceTime() {
    const { room, you } = this.table;
    const { clocks, heardAt } = room.clocks;
    return this.isHurried() ? 0 : graceMs(clocks, heardAt, performance.now(), you);
  }

  /** A move goes out, at once or (it is shown as under way till then) when the line is back. */
  send(move) {
    const { socket, deal } = this.table;
    if (socket.mayReconnect) this.outbox.send(socket.ply, deal, move);
    else {
      this.table.complaint = gettext("The line is down: your move was not sent.");
      this.returnCards(move);
    }
    this.table.draw();
  }

  takeBack() {
    this.returnCards(this.grace.cancel());
    this.table.draw();
  }

  /** A move that was drawn does not stand: its cards are in the hand again, and chosen if they were. */
  returnCards({ cards = [] }) {
    this.table.room.hand.restoreChoice(cards);
  }
}
