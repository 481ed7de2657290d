/** The table page: hears the server, walks the scene, and does what the player does. */

import { describeEvent } from "../game/event-texts.js";
import * as model from "../game/scene.js";
import { soundOf } from "../game/sounds.js";
import { byId } from "../ui/dom.js";
import { OwnWords } from "../ui/own-words.js";
import { gettext } from "../ui/translate.js";
import { BotPause } from "./bot-pause.js";
import { FairPlay } from "./fair-play.js";
import { loadGame, removeOldGames, saveGame } from "./game-storage.js";
import { Hints } from "./hint.js";
import { bindKeys } from "./keys.js";
import { MoveController } from "./move-controller.js";
import { observeEvents, observeTable } from "./observed-cards.js";
import { Pace, pauseAtTable } from "./pace.js";
import { predict } from "./predict.js";
import { TableSocket } from "./socket.js";
import { TableView } from "./table-view.js";

const WATCHERS_LOOK = 6_000;
const root = document.querySelector("#table");
const unpaced = new URLSearchParams(location.search).get("pace") === "none";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const still = () => unpaced || calm.matches;
const openPath = (path) => location.assign(unpaced && path.startsWith("/table/") ? `${path}?pace=none` : path);

class Table {
  constructor(game) {
    this.kept = { seen: {}, pegs: [], ...loadGame(game), at: Date.now() };
    this.keep = () => saveGame(game, this.kept);
    removeOldGames(game);
    this.keep();
    this.scene = null;
    this.who = { you: 0, names: [gettext("You"), gettext("Opponent")], bots: [false, false] };
    this.complaint = "";
    this.socket = new TableSocket(game, {
      onFrame: (frame) => this.handleFrame(frame),
      onLine: (line, says) => this.handleConnection(line, says),
      onBye: (frame) => this.handleBye(frame),
    });
    const put = (frame) => this.socket.send(frame);
    const own = new OwnWords();
    this.fairplay = new FairPlay({ game, kept: this.kept, keep: this.keep, put, own });
    this.pace = new Pace({
      apply: (step) => this.apply(step),
      pause: (step) => (still() || step.again ? 0 : this.pauseBefore(step)),
      holds: (step) => model.holdsForContinue(this.scene, step.event),
      idle: () => this.idle(),
    });
    this.botPause = new BotPause(byId("bot-pause"));
    this.player = new MoveController(this, { isHurried: () => unpaced || this.botPause.wanted === "none" });
    this.hints = new Hints(() => put({ t: "hint", ply: this.socket.ply }));
    const does = this.buttonActions();
    this.room = new TableView(root, { game, does, put, openPath, still, fairplay: this.fairplay, own, settings: () => this.rematchSettings(), again: () => this.draw() });
    this.bindKeyboard(does);
    this.socket.connect();
  }

  // What the server says.

  handleFrame(frame) {
    const hears = {
      waiting: () => this.room.waiting.handleWaiting(frame),
      table: () => this.handleTable(frame),
      event: () => this.handleEvent(frame),
      fair: () => this.handleFair(frame),
      ack: () => this.player.outbox.clear(),
      refused: () => this.handleRefused(frame),
      hint: () => this.hints.handleHint(frame),
      clocks: () => this.handleClocks(frame.clocks),
      here: () => this.room.away.handlePresence(frame.here),
      players: () => this.socket.requestTable(),
      said: () => this.room.chat.addLines([frame], true),
      points: () => this.room.stakes.handleStakes(frame, this.who),
      rematch: () => this.room.result.handleRematch(frame.rematch, { you: this.you, now: true }),
    };
    hears[frame.t]?.();
    this.draw();
  }

  handleTable(frame) {
    const { you, players, view, ply } = frame;
    const fresh = this.scene === null || ply !== this.socket.ply;
    this.you = you;
    this.who = { you, names: players.map(({ name }) => name), bots: players.map(({ bot }) => bot) };
    this.player.handleTable(frame, this.wasLost);
    this.wasLost = false;
    this.kept.seen = observeTable(this.kept.seen, view, you);
    this.deal = view.deal;
    if (fresh) this.resetScene(view);
    const { away, chat, result, stakes } = this.room;
    this.room.openTable(frame, this.who);
    this.handleClocks(frame.clocks);
    away.handlePresence(frame.here ?? null);
    chat.setPlayers(this.who);
    chat.addLines(frame.said ?? [], false);
    result.handleRematch(frame.rematch ?? null, { you, now: false });
    stakes.handleStakes(frame, this.who);
    this.handleFair({ fair: frame.fair });
    if (fresh && view.deal > 0 && view.phase !== "over") this.room.announceStanding("scores", this.scene, this.who);
  }

  /** The table as it stands. Who is looking at a show looks on, and finds it so after that. */
  resetScene(view) {
    const scene = model.buildScene(view, this.you, this.kept.pegs);
    if (this.pace.running === "held" && view.phase !== "call") {
      this.pace.push([{ event: { e: "again", scene }, view, again: true }, { event: null, view }]);
      return;
    }
    this.pace.clear();
    this.scene = scene;
  }

  handleEvent(frame) {
    const { events, view } = frame;
    const isAnswer = this.player.handleEvent(frame, this.you);
    this.complaint = "";
    this.handleClocks(frame.clocks);
    this.kept.seen = observeEvents(this.kept.seen, frame, this.deal, this.you);
    this.deal = view.deal;
    this.keep();
    this.checkDeals();
    this.pace.push([...events.map((event, n) => ({ event, view, foreseen: isAnswer && n === 0 })), { event: null, view }]);
    // There are ten seconds to call muggins: no earlier show may use them up.
    if (view.phase === "call" && view.turn.includes(this.you)) this.pace.hurry();
    if (view.phase === "over") this.room.stakes.requestSettlementIfLate(() => this.socket.requestTable());
  }

  handleFair(frame) {
    const { t: _, ...fields } = frame;
    this.fairplay.handleFair(fields.fair ?? fields, this.you);
    this.room.beginning.restartTimer();
    this.checkDeals();
  }

  handleClocks(clocks) {
    if (clocks?.left) this.kept.clock = clocks.kind;
    this.room.clocks.setClocks(clocks, this.who);
  }

  handleRefused(frame) {
    if (this.player.handleRefused(frame)) return;
    if (frame.code === "hush") this.room.chat.note(frame.says);
    else if (frame.code === "committed") this.fairplay.committedElsewhere();
    else this.complaint = frame.says;
    if (["stale", "no_such_ply", "committed"].includes(frame.code)) this.socket.requestTable();
  }

  handleBye(frame) {
    if (frame.game) openPath(`/table/${frame.game}`);
    if (frame.game || this.socket.mayReconnect) return;
    if (this.scene) this.complaint = frame.says;
    else this.room.waiting.close(frame.says);
    this.draw();
  }

  handleConnection(state, says) {
    this.room.showConnection(state, says);
    if (state !== "open") this.wasLost = true;
    this.draw();
  }

  // What is drawn.

  apply(step) {
    const { event, again, foreseen } = step;
    this.scene = model.applyStep(this.scene, step);
    const says = event && !again && describeEvent(event, this.who, this.scene);
    if (says) this.room.announceEvent(says, event.e === "pegged");
    if (event && !again && !foreseen && !this.pace.isHasty) this.room.sounds.play(soundOf(event, this.you));
    if (!event) {
      this.kept.pegs = this.scene.pegs;
      this.keep();
    }
    this.draw();
  }

  checkDeals() {
    this.room.fair.draw(this.fairplay.checkDeals(this.kept.seen), this.who);
  }

  /** How the table stands, as far as all that matters for it has been seen. */
  get latestScene() {
    return predict(model.applyForced(this.scene, this.pace.queue), this.player.move);
  }

  draw() {
    if (!this.scene) return;
    const { latestScene: ahead, who, complaint, pace, byKey } = this;
    const { move, moveState: way } = this.player;
    const { roundTrip, state } = this.socket;
    const isOpen = state === "open";
    const scene = predict(this.scene, move);
    this.room.draw({ scene, ahead, who, complaint, pace, way, isOpen, roundTrip });
    this.hints.draw(ahead, { isRated: this.room.stakes.isRated, isOpen });
    this.room.moveFocus({ byKey });
  }

  pauseBefore({ event }) {
    return pauseAtTable(event, { ...this.who, held: this.scene.held, botPause: this.botPause.wanted });
  }

  /** Nothing moves by itself now, but a watcher's show goes on after a while. */
  idle() {
    this.draw();
    clearTimeout(this.looking);
    if (this.scene.watching && this.pace.running === "held") this.looking = setTimeout(() => this.leaveShow(false), WATCHERS_LOOK);
  }

  // What the player does.

  buttonActions() {
    const { player } = this;
    return {
      tap: (card) => player.tapCard(card),
      drop: (card) => player.dropCard(card),
      send: (move) => player.makeMove(move),
      throw: () => player.throwChosen(),
      "throw-now": () => player.grace.sendNow(),
      "take-back": () => player.takeBack(),
      go: () => player.makeMove({ kind: "go" }),
      continue: () => this.leaveShow(false),
      skip: () => this.leaveShow(true),
      "last-show": () => this.pace.push(model.stepsOfLastShow(this.scene)),
      resign: () => player.makeMove({ kind: "resign" }),
    };
  }

  bindKeyboard(does) {
    const { hand, countForm, show } = this.room;
    const { player } = this;
    bindKeys({
      open: () => this.scene !== null,
      on: (what) => this.room.isOffered(what),
      byKey: (yes) => {
        this.byKey = yes;
      },
      act: {
        ...does,
        card: (n) => player.pressNumber(n),
        walk: (by) => (this.scene.showing ? show.stepBy(by) : hand.moveFocus(by)),
        digit: (digit) => countForm.type(digit),
        step: (by) => countForm.step(by),
        count: () => countForm.submitPoints(),
        pass: () => player.makeMove({ kind: "pass" }),
        hint: () => this.hints.request(),
        tell: (what) => this.room.announceStanding(what, this.scene, this.who),
      },
    });
  }

  leaveShow(skip) {
    if (!this.scene.showing || this.pace.running === "going") return;
    clearTimeout(this.looking);
    this.scene = { ...this.scene, showing: null };
    this.pace.resume(skip);
    if (!this.pace.busy && this.scene.showing) this.scene = { ...this.scene, showing: null };
    this.draw();
  }

  /** A game like this one: against the same bot, or with whoever comes. */
  rematchSettings() {
    const { target, counting } = this.scene;
    const { against, clock } = root.dataset;
    const rated = this.room.stakes.isRated;
    if (this.who.bots.some(Boolean)) return { against, target, counting, clock: "none", rated };
    return { against: "anyone", quick: true, target, counting, clock: clock || this.kept.clock || "none", rated };
  }
}

new Table(root.dataset.game);
