/** The table page: hears the server, walks the scene, and does what the player does. */

import { sentence } from "../game/event-texts.js";
import * as model from "../game/scene.js";
import { soundOf } from "../game/sounds.js";
import { part } from "../ui/dom.js";
import { OwnWords } from "../ui/own-words.js";
import { gettext } from "../ui/translate.js";
import { BotPause } from "./bot-pause.js";
import { FairPlay } from "./fair-play.js";
import { keep, load, tidy } from "./game-storage.js";
import { Hints } from "./hint.js";
import { listenToKeys } from "./keys.js";
import { Player } from "./move-controller.js";
import { witnessEvents, witnessTable } from "./observed-cards.js";
import { Pace, pauseAtTable } from "./pace.js";
import { foresee } from "./predict.js";
import { TableSocket } from "./socket.js";
import { Room } from "./table-view.js";

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
    this.who = { you: 0, names: [gettext("You"), gettext("Opponent")], bots: [false, false] };
    this.complaint = "";
    this.socket = new TableSocket(game, {
      onFrame: (frame) => this.hear(frame),
      onLine: (line, says) => this.line(line, says),
      onBye: (frame) => this.bye(frame),
    });
    const put = (frame) => this.socket.put(frame);
    const own = new OwnWords();
    this.fairplay = new FairPlay({ game, kept: this.kept, keep: this.keep, put, own });
    this.pace = new Pace({
      apply: (step) => this.apply(step),
      pause: (step) => (still() || step.again ? 0 : this.pauseBefore(step)),
      holds: (step) => model.holds(this.scene, step.event),
      idle: () => this.idle(),
    });
    this.botPause = new BotPause(part("bot-pause"));
    this.player = new Player(this, { isHurried: () => unpaced || this.botPause.wanted === "none" });
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
      ack: () => this.player.outbox.clear(),
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
    this.player.hearTable(frame, this.wasLost);
    this.wasLost = false;
    this.kept.seen = witnessTable(this.kept.seen, view, you);
    this.deal = view.deal;
    if (fresh) this.lay(view);
    const { away, chat, result, stakes } = this.room;
    this.room.lay(frame, this.who);
    this.hearClocks(frame.clocks);
    away.hear(frame.here ?? null);
    chat.seat(this.who);
    chat.hear(frame.said ?? [], false);
    result.hear(frame.rematch ?? null, { you, now: false });
    stakes.hear(frame, this.who);
    this.hearFair({ fair: frame.fair });
    if (fresh && view.deal > 0 && view.phase !== "over") this.room.tellStanding("scores", this.scene, this.who);
  }

  /** The table as it stands. Who is looking at a show looks on, and finds it so after that. */
  lay(view) {
    const scene = model.sceneFrom(view, this.you, this.kept.pegs);
    if (this.pace.running === "held" && view.phase !== "call") {
      this.pace.push([{ event: { e: "again", scene }, view, again: true }, { event: null, view }]);
      return;
    }
    this.pace.clear();
    this.scene = scene;
  }

  hearEvent(frame) {
    const { events, view } = frame;
    const isAnswer = this.player.hearEvent(frame, this.you);
    this.complaint = "";
    this.hearClocks(frame.clocks);
    this.kept.seen = witnessEvents(this.kept.seen, frame, this.deal, this.you);
    this.deal = view.deal;
    this.keep();
    this.check();
    this.pace.push([...events.map((event, n) => ({ event, view, foreseen: isAnswer && n === 0 })), { event: null, view }]);
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
    if (this.player.hearRefused(frame)) return;
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

  apply(step) {
    const { event, again, foreseen } = step;
    this.scene = model.walk(this.scene, step);
    const says = event && !again && sentence(event, this.who, this.scene);
    if (says) this.room.tell(says, event.e === "pegged");
    if (event && !again && !foreseen && !this.pace.isHasty) this.room.sounds.play(soundOf(event, this.you));
    if (!event) {
      this.kept.pegs = this.scene.pegs;
      this.keep();
    }
    this.draw();
  }

  check() {
    this.room.fair.draw(this.fairplay.check(this.kept.seen), this.who);
  }

  /** How the table stands, as far as all that matters for it has been seen. */
  get ahead() {
    return foresee(model.ahead(this.scene, this.pace.queue), this.player.move);
  }

  draw() {
    if (!this.scene) return;
    const { ahead, who, complaint, pace, byKey } = this;
    const { move, way } = this.player;
    const { roundTrip, state } = this.socket;
    const isOpen = state === "open";
    const scene = foresee(this.scene, move);
    this.room.draw({ scene, ahead, who, complaint, pace, way, isOpen, roundTrip });
    this.hints.draw(ahead, { isRated: this.room.stakes.isRated, isOpen });
    this.room.offerFocus({ byKey });
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
    const { player } = this;
    return {
      tap: (card) => player.tap(card),
      drop: (card) => player.drop(card),
      send: (move) => player.make(move),
      throw: () => player.throwChosen(),
      "throw-now": () => player.grace.end(),
      "take-back": () => player.takeBack(),
      go: () => player.make({ kind: "go" }),
      continue: () => this.dismiss(false),
      skip: () => this.dismiss(true),
      "last-show": () => this.pace.push(model.showAgain(this.scene)),
      resign: () => player.make({ kind: "resign" }),
    };
  }

  keyboard(does) {
    const { hand, countForm, show } = this.room;
    const { player } = this;
    listenToKeys({
      open: () => this.scene !== null,
      on: (what) => this.room.offers(what),
      byKey: (yes) => {
        this.byKey = yes;
      },
      act: {
        ...does,
        card: (n) => player.number(n),
        walk: (by) => (this.scene.showing ? show.step(by) : hand.walk(by)),
        digit: (digit) => countForm.type(digit),
        step: (by) => countForm.step(by),
        count: () => countForm.say(),
        pass: () => player.make({ kind: "pass" }),
        hint: () => this.hints.ask(),
        tell: (what) => this.room.tellStanding(what, this.scene, this.who),
      },
    });
  }

  dismiss(skip) {
    if (!this.scene.showing || this.pace.running === "going") return;
    clearTimeout(this.looking);
    this.scene = { ...this.scene, showing: null };
    this.pace.resume(skip);
    if (!this.pace.busy && this.scene.showing) this.scene = { ...this.scene, showing: null };
    this.draw();
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
