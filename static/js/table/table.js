/** The table page: hears the server, walks the scene, and does what the player does. */

import { OwnWords } from "../site/ownwords.js";
import { BotPause } from "./botpause.js";
import { part } from "./dom.js";
import { FairPlay } from "./fairplay.js";
import { Hints } from "./hint.js";
import { listenToKeys } from "./keys.js";
import { tell } from "./log.js";
import * as model from "./model.js";
import { Outbox } from "./outbox.js";
import { Pace, pauseAtTable } from "./pace.js";
import { Room } from "./room.js";
import { sentence } from "./say.js";
import { TableSocket } from "./socket.js";
import { keep, load, tidy } from "./store.js";
import { witnessEvents, witnessTable } from "./witness.js";

const WATCHERS_LOOK = 6_000;
const root = document.querySelector("#table");
const unpaced = new URLSearchParams(location.search).get("pace") === "none";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const still = () => unpaced || calm.matches;
const go = (path) => location.assign(unpaced && path.startsWith("/table/") ? `${path}?pace=none` : path);

class Table {
  constructor(game) {
    this.kept = { seen: {}, pegs: [], ...load(game), at: Date.now() };
    this.keep = () => keep(game, this.kept);
    tidy(game);
    this.keep();
    this.scene = null;
    this.who = { you: 0, names: ["You", "Opponent"], bots: [false, false] };
    this.complaint = "";
    this.socket = new TableSocket(game, {
      onFrame: (frame) => this.hear(frame),
      onLine: (line, says) => this.line(line, says),
      onBye: (frame) => this.bye(frame),
    });
    const put = (frame) => this.socket.put(frame);
    this.outbox = new Outbox(put);
    const own = new OwnWords();
    this.fairplay = new FairPlay({ game, kept: this.kept, keep: this.keep, put, own });
    this.pace = new Pace({
      apply: (step) => this.apply(step),
      pause: (step) => (still() || step.again ? 0 : this.pauseBefore(step)),
      holds: (step) => model.holds(this.scene, step.event),
      idle: () => this.idle(),
    });
    this.botPause = new BotPause(part("bot-pause"));
    this.hints = new Hints(() => put({ t: "hint", ply: this.socket.ply }));
    const does = this.doings();
    this.room = new Room(root, { game, does, put, go, still, fairplay: this.fairplay, own, settings: () => this.settings(), again: () => this.draw() });
    this.keyboard(does);
    this.socket.begin();
  }

  // What the server says.

  hear(frame) {
    const hears = {
      waiting: () => this.room.waiting.hear(frame),
      table: () => this.hearTable(frame),
      event: () => this.hearEvent(frame),
      fair: () => this.hearFair(frame),
      ack: () => this.outbox.clear(),
      refused: () => this.hearRefused(frame),
      hint: () => this.hints.hear(frame),
      clocks: () => this.hearClocks(frame.clocks),
      here: () => this.room.away.hear(frame.here),
      players: () => this.socket.askAgain(),
      said: () => this.room.chat.hear([frame], true),
      points: () => this.room.stakes.hear(frame, this.who),
      rematch: () => this.room.result.hear(frame.rematch, { you: this.you, now: true }),
    };
    hears[frame.t]?.();
    this.draw();
  }

  hearTable(frame) {
    const { you, players, view, ply } = frame;
    const fresh = this.scene === null || ply !== this.socket.ply;
    this.you = you;
    this.who = { you, names: players.map(({ name }) => name), bots: players.map(({ bot }) => bot) };
    this.outbox.table(frame, this.wasLost);
    this.wasLost = false;
    this.kept.seen = witnessTable(this.kept.seen, view, you);
    this.deal = view.deal;
    if (fresh) {
      this.pace.clear();
      this.scene = model.sceneFrom(view, you, this.kept.pegs);
    }
    const { away, chat, result, stakes } = this.room;
    this.room.lay(frame, this.who);
    this.hearClocks(frame.clocks);
    away.hear(frame.here ?? null);
    chat.seat(this.who);
    chat.hear(frame.said ?? [], false);
    result.hear(frame.rematch ?? null, { you, now: false });
    stakes.hear(frame, this.who);
    this.hearFair({ fair: frame.fair });
  }

  hearEvent(frame) {
    const { events, view } = frame;
    this.outbox.event(frame, this.you);
    this.complaint = "";
    this.hearClocks(frame.clocks);
    this.kept.seen = witnessEvents(this.kept.seen, frame, this.deal, this.you);
    this.deal = view.deal;
    this.keep();
    this.check();
    this.pace.push([...events.map((event) => ({ event, view })), { event: null, view }]);
    // There are ten seconds to call muggins: no earlier show may use them up.
    if (view.phase === "call" && view.turn.includes(this.you)) this.pace.hurry();
    if (view.phase === "over") this.room.stakes.awaitSum(() => this.socket.askAgain());
  }

  hearFair(frame) {
    const { t: _, ...fields } = frame;
    this.fairplay.hear(fields.fair ?? fields, this.you);
    this.room.beginning.hear();
    this.check();
  }

  hearClocks(clocks) {
    if (clocks?.left) this.kept.clock = clocks.kind;
    this.room.clocks.hear(clocks, this.who);
  }

  hearRefused(frame) {
    if (this.outbox.refused(frame)) return;
    if (frame.code === "hush") this.room.chat.note(frame.says);
    else if (frame.code === "committed") this.fairplay.committedElsewhere();
    else this.complaint = frame.says;
    if (["stale", "no_such_ply", "committed"].includes(frame.code)) this.socket.askAgain();
  }

  bye(frame) {
    if (frame.game) go(`/table/${frame.game}`);
    if (frame.game || this.socket.mayReturn) return;
    if (this.scene) this.complaint = frame.says;
    else this.room.waiting.end(frame.says);
    this.draw();
  }

  line(state, says) {
    this.room.line(state, says);
    if (state !== "open") this.wasLost = true;
    this.draw();
  }

  // What is drawn.

  apply({ event, view, again }) {
    this.scene = event ? model.step(this.scene, event, view) : model.settle(this.scene, view);
    const says = event && !again && sentence(event, this.who, this.scene);
    if (says) tell(part("log"), says);
    if (!event) {
      this.kept.pegs = this.scene.pegs;
      this.keep();
    }
    this.draw();
  }

  check() {
    this.room.fair.draw(this.fairplay.check(this.kept.seen), this.who);
  }

  draw() {
    if (!this.scene) return;
    const { scene, who, complaint, pace, byKey } = this;
    const { pending } = this.outbox;
    const isOpen = this.socket.state === "open";
    this.room.draw({ scene, who, complaint, pace, pending, isOpen });
    this.hints.draw(scene, { isRated: this.room.stakes.isRated, isOpen, pending });
    this.room.offerFocus({ byKey, pending });
  }

  pauseBefore({ event }) {
    return pauseAtTable(event, { ...this.who, held: this.scene.held, botPause: this.botPause.wanted });
  }

  /** Nothing moves by itself now, but a watcher's show goes on after a while. */
  idle() {
    this.draw();
    clearTimeout(this.looking);
    if (this.scene.watching && this.pace.running === "held") this.looking = setTimeout(() => this.dismiss(false), WATCHERS_LOOK);
  }

  // What the player does.

  doings() {
    return {
      tap: (card) => this.tap(card),
      send: (move) => this.send(move),
      throw: () => this.throwChosen(),
      go: () => this.send({ kind: "go" }),
      continue: () => this.dismiss(false),
      skip: () => this.dismiss(true),
      lastShow: () => this.pace.push(model.showAgain(this.scene)),
      resign: () => this.send({ kind: "resign" }),
    };
  }

  keyboard(does) {
    const { hand, countForm } = this.room;
    listenToKeys({
      open: () => this.scene !== null,
      on: (what) => this.room.offers(what),
      byKey: (yes) => {
        this.byKey = yes;
      },
      act: {
        ...does,
        card: (n) => this.number(n),
        walk: (by) => hand.walk(by),
        digit: (digit) => countForm.type(digit),
        step: (by) => countForm.step(by),
        count: () => countForm.say(),
        pass: () => this.send({ kind: "pass" }),
        hint: () => this.hints.ask(),
      },
    });
  }

  tap(card) {
    const { scene } = this;
    this.complaint = "";
    if (this.outbox.pending) return;
    if (model.mayThrow(scene)) this.room.hand.toggle(card);
    else if (model.mayPlay(scene) && scene.playable.includes(card)) this.send({ kind: "play", card });
    else if (model.mayPlay(scene)) this.complaint = "That card would go past 31.";
    this.draw();
  }

  throwChosen() {
    const cards = [...this.room.hand.chosen];
    if (cards.length === 2) this.send({ kind: "throw", cards });
  }

  /** A move goes out, at once or (it is shown as under way till then) when the line is back. */
  send(move) {
    this.complaint = "";
    if (this.socket.mayReturn) this.outbox.send(this.socket.ply, this.deal, move);
    else this.complaint = "The line is down: your move was not sent.";
    this.draw();
  }

  dismiss(skip) {
    if (!this.scene.showing || this.pace.running === "going") return;
    clearTimeout(this.looking);
    this.scene = { ...this.scene, showing: null };
    this.pace.resume(skip);
    if (!this.pace.busy && this.scene.showing) this.scene = { ...this.scene, showing: null };
    this.draw();
  }

  number(n) {
    const button = this.room.hand.button(n);
    if (!button || this.scene.showing) return false;
    if (model.mayThrow(this.scene)) this.tap(button.dataset.card);
    button.focus({ preventScroll: true });
    return true;
  }

  /** A game like this one: against the same bot, or with whoever comes. */
  settings() {
    const { target, counting } = this.scene;
    const { against, clock } = root.dataset;
    const rated = this.room.stakes.isRated;
    if (this.who.bots.some(Boolean)) return { against, target, counting, clock: "none", rated };
    return { against: "anyone", quick: true, target, counting, clock: clock || this.kept.clock || "none", rated };
  }
}

new Table(root.dataset.game);
