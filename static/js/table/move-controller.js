/** What the player does: a move is drawn at once, goes out, is answered, and is put back with a reason if it does not stand. */

import { mayPlay, mayThrow } from "../game/scene.js";
import { soundOf } from "../game/sounds.js";
import { gettext } from "../ui/translate.js";
import { Grace, graceOf } from "./grace.js";
import { Outbox } from "./outbox.js";
import { eventOf } from "./predict.js";

export class Player {
  /** @param {object} table as in table.js @param {{isHurried: () => boolean}} how  whether nothing is to wait, no throw either */
  constructor(table, { isHurried }) {
    this.table = table;
    this.isHurried = isHurried;
    this.outbox = new Outbox((frame) => table.socket.put(frame), () => table.draw());
    this.grace = new Grace((move) => this.send(move));
    // Who leaves the page means what was thrown.
    addEventListener("pagehide", () => this.grace.end());
    document.addEventListener("visibilitychange", () => document.hidden && this.grace.end());
  }

  /** The move that no event has told of yet, or null. */
  get move() {
    return this.grace.move ?? this.outbox.move;
  }

  /** @returns {import("./actions.js").Way} */
  get way() {
    if (this.grace.move) return "held";
    return this.outbox.move && (this.outbox.late ? "late" : "sent");
  }

  // What the server says.

  /** @param {boolean} wasLost whether the line was down since the table was heard of */
  hearTable(frame, wasLost) {
    if (this.outbox.table(frame, wasLost)) this.table.complaint = gettext("Your move came too late, and is put back.");
    this.grace.heed(frame.view, frame.you);
  }

  /** Whether an event answers what I did. */
  hearEvent(frame, you) {
    this.grace.heed(frame.view, you);
    return this.outbox.event(frame, you);
  }

  /** Whether a refusal is dealt with: the move goes out once more. */
  hearRefused(frame) {
    const { move } = this.outbox;
    const isDealtWith = this.outbox.refused(frame);
    if (move && !this.outbox.move) this.putBack(move);
    return isDealtWith;
  }

  // What the player does.

  tap(card) {
    const { ahead, pace, room } = this.table;
    this.table.complaint = "";
    if (mayThrow(ahead)) room.hand.toggle(card);
    else if (!mayPlay(ahead)) pace.catchUp();
    else if (ahead.playable.includes(card)) this.make({ kind: "play", card });
    else this.table.complaint = gettext("That card would go past 31.");
    this.table.draw();
  }

  /** A card was carried to the table: played, or chosen for the crib, where the second takes the first along. */
  drop(card) {
    const { ahead, room } = this.table;
    const { chosen } = room.hand;
    if (!mayThrow(ahead) || (chosen.size < 2 && !chosen.has(card))) this.tap(card);
    if (chosen.has(card)) this.throwChosen();
  }

  /** The n-th card of the hand by its key: looked at, and chosen while two are to be thrown. */
  number(n) {
    const { ahead, scene, room } = this.table;
    const button = room.hand.button(n);
    if (!button || scene.showing) return false;
    if (mayThrow(ahead)) this.tap(button.dataset.card);
    button.focus({ preventScroll: true });
    return true;
  }

  throwChosen() {
    const { ahead, room } = this.table;
    const cards = [...room.hand.chosen];
    if (cards.length === 2 && mayThrow(ahead)) this.make({ kind: "throw", cards });
  }

  /** Nobody waits for what is still to be drawn, nor for the server; a throw goes out when its grace ends. */
  make(move) {
    const { pace, room, you } = this.table;
    this.table.complaint = "";
    pace.catchUp();
    const event = eventOf(this.table.scene, move);
    if (event) room.sounds.play(soundOf(event, you));
    if (move.kind === "throw") this.grace.hold(move, this.patience());
    else this.send(move);
    this.table.draw();
  }

  patience() {
    const { room, you } = this.table;
    const { clocks, heardAt } = room.clocks;
    return this.isHurried() ? 0 : graceOf(clocks, heardAt, performance.now(), you);
  }

  /** A move goes out, at once or (it is shown as under way till then) when the line is back. */
  send(move) {
    const { socket, deal } = this.table;
    if (socket.mayReturn) this.outbox.send(socket.ply, deal, move);
    else {
      this.table.complaint = gettext("The line is down: your move was not sent.");
      this.putBack(move);
    }
    this.table.draw();
  }

  takeBack() {
    this.putBack(this.grace.drop());
    this.table.draw();
  }

  /** A move that was drawn does not stand: its cards are in the hand again, and chosen if they were. */
  putBack({ cards = [] }) {
    this.table.room.hand.putBack(cards);
  }
}
