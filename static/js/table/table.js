/** The table page: frames and clicks change the state, and what is drawn is drawn from the state. */

import { describeEvent } from "../game/event-texts.js";
import { applyForced, applyStep, buildScene, holdsForContinue, mayThrow, stepsOfLastShow } from "../game/scene.js";
import { soundOf } from "../game/sounds.js";
import { sortCards } from "../ui/card-values.js";
import { watchTerms } from "../ui/glossary.js";
import { prefersReducedMotion } from "../ui/motion.js";
import { OwnWords } from "../ui/own-words.js";
import { FairPlay } from "./fair-play.js";
import { loadGame, removeOldGames, saveGame } from "../fair/game-storage.js";
import { hintSituation } from "./hint.js";
import { bindKeys } from "./keys.js";
import { MoveController } from "./move-controller.js";
import { Pace, pauseAtTable } from "./pace.js";
import { predict } from "./predict.js";
import { TableSocket } from "./socket.js";
import { isRated, Store } from "./store.js";
import { TableView } from "./table-view.js";

const WATCHERS_LOOK = 6_000;
const SETTLEMENT_DUE = 4_000;
const CHECKED = new Set(["table", "event", "fair", "receipts"]); // the frames by which more can be checked
const root = document.querySelector("#table");
const isUnpaced = new URLSearchParams(location.search).get("pace") === "none";
const isStill = () => isUnpaced || prefersReducedMotion();
const openPath = (path) => location.assign(isUnpaced && path.startsWith("/table/") ? `${path}?pace=none` : path);

class Table {
  constructor(game) {
    this.saved = { pegs: [], ...loadGame(game), at: Date.now() };
    this.save = () => saveGame(game, this.saved);
    removeOldGames(game);
    this.save();
    this.store = new Store();
    this.socket = new TableSocket(game, {
      onFrame: (frame) => this.handleFrame(frame),
      onState: (state, says) => this.handleConnection(state, says),
      onBye: (frame) => this.handleBye(frame),
    });
    const send = (frame) => this.socket.send(frame);
    const ownWords = new OwnWords();
    this.fairPlay = new FairPlay({ game, saved: this.saved, save: this.save, load: () => loadGame(game), send, ownWords });
    this.pace = new Pace({
      apply: (step) => this.apply(step),
      pause: (step) => (isStill() || step.again ? 0 : this.pauseBefore(step)),
      holds: (step) => holdsForContinue(this.state.scene, step.event),
      idle: () => this.idle(),
    });
    this.moves = new MoveController({
      store: this.store,
      pace: this.pace,
      socket: this.socket,
      fairPlay: this.fairPlay,
      isHurried: () => isUnpaced || this.view.botPause.wanted === "none",
      onMove: (event) => this.view.sounds.play(soundOf(event, this.state.who.you)),
      redraw: () => this.draw(),
    });
    this.view = new TableView(root, { game, ownWords, isStill, send, openPath, actions: this.actions(), redraw: () => this.draw() });
    bindKeys({
      isOpen: () => this.state.scene !== null,
      isOffered: (what) => this.view.isOffered(what),
      setByKey: (byKey) => this.store.setByKey(byKey),
      actions: { ...this.actions(), ...this.keyActions() },
    });
    this.socket.connect();
  }

  get state() {
    return this.store.state;
  }

  // What the server says.

  /** What cannot be read is not drawn, and nothing is before it was checked. */
  handleFrame(frame) {
    const isReadable = this.fairPlay.takeIn(frame);
    if (frame.t === "fair" || frame.t === "table") this.fairHeardAt = performance.now();
    if (CHECKED.has(frame.t)) this.checkDeals();
    try {
      if (isReadable) this.handleReadable(frame);
    } finally {
      this.draw();
    }
  }

  handleReadable(frame) {
    const handlers = {
      waiting: () => this.store.wait(frame),
      table: () => this.handleTable(frame),
      event: () => this.handleEvent(frame),
      ack: () => this.moves.handleAck(),
      refused: () => this.handleRefused(frame),
      hint: () => this.store.setHint({ about: this.hintAbout, lines: frame.lines }),
      clocks: () => this.handleClocks(frame.clocks),
      here: () => this.store.setPresence(frame.here, performance.now()),
      players: () => this.socket.requestTable(),
      said: () => this.handleSaid(frame),
      points: () => this.store.setRating(frame),
      rematch: () => this.handleRematch(frame.rematch, { isNew: true }),
    };
    handlers[frame.t]?.();
  }

  handleTable(frame) {
    const { view, ply } = frame;
    const isFresh = this.state.scene === null || ply !== this.socket.ply;
    this.store.openTable(frame);
    this.moves.handleTable(frame, this.wasLost);
    this.wasLost = false;
    if (isFresh) this.resetScene(view);
    this.handleClocks(frame.clocks);
    this.store.setPresence(frame.here ?? null, performance.now());
    this.store.addLines(frame.said ?? []);
    this.handleRematch(frame.rematch ?? null, { isNew: false });
    this.store.setRating(frame);
    if (view.phase === "over" && !this.fairPlay.isLate) this.awaitLast();
    if (isFresh && view.deal > 0 && view.phase !== "over") this.view.announceStanding("scores", this.state);
  }

  /** The table as it stands; a player who looks at a show looks on, and sees the table after that. */
  resetScene(view) {
    const scene = buildScene(view, this.state.who.you, this.saved.pegs);
    if (this.pace.running === "held" && view.phase !== "call") {
      this.pace.push([{ event: { e: "again", scene }, view, again: true }, { event: null, view }]);
      return;
    }
    this.pace.clear();
    this.store.showScene(scene);
  }

  handleEvent(frame) {
    const { events, view } = frame;
    const { you } = this.state.who;
    const isAnswer = this.moves.handleEvent(frame);
    this.store.complain("");
    this.handleClocks(frame.clocks);
    this.store.setDeal(view.deal);
    this.save();
    this.pace.push([...events.map((event, n) => ({ event, view, foreseen: isAnswer && n === 0 })), { event: null, view }]);
    // There are ten seconds to call muggins: no earlier show may use them up.
    if (view.phase === "call" && view.turn.includes(you)) this.pace.hurry();
    if (view.phase === "over") {
      this.awaitSettlement();
      this.awaitLast();
    }
  }

  checkDeals() {
    const { fairPlay } = this;
    const checks = fairPlay.checkDeals();
    const { fair: shown, isWaitingForWords, stuck } = fairPlay;
    this.store.setFair({
      shown, isWaitingForWords, stuck, checks, heardAt: this.fairHeardAt, code: fairPlay.tableCode(), doubt: fairPlay.firstDoubt(), kept: fairPlay.keptReceipts(),
    });
  }

  handleClocks(clocks) {
    if (clocks?.left) this.saved.clock = clocks.kind;
    this.store.setClocks(clocks, performance.now());
  }

  handleSaid(line) {
    const isNew = !this.state.lines.some(({ id }) => id === line.id);
    this.store.addLines([line]);
    if (isNew) this.view.announceLine(line, this.state.who);
  }

  /** A player who asked for the rematch, or is here as it is made, goes there. */
  handleRematch(rematch, { isNew }) {
    this.store.setRematch(rematch);
    const { who, isRematchAsked } = this.state;
    if (rematch?.game && who.you !== null && (isNew || isRematchAsked)) openPath(`/table/${rematch.game}`);
  }

  /** The settlement comes by itself at the end; should its frame be lost, it is asked for. */
  awaitSettlement() {
    const isDue = () => this.state.rating.stakes !== null;
    clearTimeout(this.settling);
    if (isDue()) this.settling = setTimeout(() => isDue() && this.socket.requestTable(), SETTLEMENT_DUE);
  }

  /** At the end every link and receipt is due; should one not come by itself, the table is asked for, and has to have it. */
  awaitLast() {
    clearTimeout(this.lasting);
    this.lasting = setTimeout(() => this.fairPlay.missesLast() && this.askForLast(), SETTLEMENT_DUE);
  }

  askForLast() {
    this.socket.requestTable();
    this.checkDeals();
    this.draw();
  }

  handleRefused(frame) {
    if (this.moves.handleRefused(frame)) return;
    if (frame.code === "hush") this.view.chat.showNote(frame.says);
    else if (frame.code === "committed") this.fairPlay.committedElsewhere();
    else this.store.complain(frame.says);
    if (["stale", "no_such_ply", "committed"].includes(frame.code)) this.socket.requestTable();
  }

  handleBye(frame) {
    if (frame.game) openPath(`/table/${frame.game}`);
    if (frame.game || this.socket.mayReconnect) return;
    if (this.state.scene) this.store.complain(frame.says);
    else this.store.closeWaiting(frame.says);
    this.draw();
  }

  handleConnection(state, says) {
    this.store.setConnection(state, says);
    if (state !== "open") this.wasLost = true;
    this.draw();
  }

  // What is drawn.

  apply(step) {
    const { event, again: isAgain, foreseen: isForeseen } = step;
    const { who } = this.state;
    this.store.showScene(applyStep(this.state.scene, step));
    const { scene } = this.state;
    const says = event && !isAgain && describeEvent(event, who, scene);
    if (says) this.view.announceEvent(says, event.e === "pegged");
    if (event && !isAgain && !isForeseen && !this.pace.isHasty) this.view.sounds.play(soundOf(event, who.you));
    if (!event) {
      this.saved.pegs = scene.pegs;
      this.save();
    }
    this.draw();
  }

  /** What is drawn now: the state, and what the pace, the moves and the connection add to it. @returns {import("./store.js").Now} */
  get now() {
    const { state, socket } = this;
    const { running, busy, queue } = this.pace;
    const { move, moveState } = this.moves;
    return {
      ...state,
      scene: state.scene && predict(state.scene, move),
      ahead: state.scene && predict(applyForced(state.scene, queue), move),
      moveState, running, busy, isOpen: socket.state === "open", roundTrip: socket.roundTrip,
    };
  }

  draw() {
    this.dropOldHint();
    this.view.draw(this.now);
  }

  /** A hint is gone when the table has moved on. */
  dropOldHint() {
    const { hint, scene } = this.state;
    if (hint && scene && hint.about !== hintSituation(this.moves.latestScene)) this.store.setHint(null);
  }

  pauseBefore({ event }) {
    const { who, scene } = this.state;
    return pauseAtTable(event, { ...who, held: scene.held, botPause: this.view.botPause.wanted });
  }

  /** Nothing moves by itself now, but a watcher's show goes on after a while. */
  idle() {
    this.draw();
    clearTimeout(this.looking);
    if (this.state.scene.watching && this.pace.running === "held") this.looking = setTimeout(() => this.leaveShow(false), WATCHERS_LOOK);
  }

  // What the player does.

  actions() {
    const { moves, store } = this;
    return {
      tap: (card) => moves.tapCard(card),
      drop: (card) => moves.dropCard(card),
      send: (move) => moves.makeMove(move),
      throw: () => moves.throwChosen(),
      "throw-now": () => moves.grace.sendNow(),
      "take-back": () => moves.takeBack(),
      go: () => moves.makeMove({ kind: "go" }),
      continue: () => this.leaveShow(false),
      skip: () => this.leaveShow(true),
      "last-show": () => this.pace.push(stepsOfLastShow(this.state.scene)),
      resign: () => moves.makeMove({ kind: "resign" }),
      hint: () => this.requestHint(),
      shuffle: () => this.shuffle(),
      askRematch: () => store.askRematch(),
      setRematch: (rematch) => {
        store.setRematch(rematch);
        this.draw();
      },
      nextGame: () => this.nextGame(),
    };
  }

  keyActions() {
    return {
      card: (n) => this.pressNumber(n),
      walk: (by) => this.view.walk(by, this.state),
      digit: (digit) => this.view.countForm.type(digit),
      step: (by) => this.view.countForm.step(by),
      count: () => this.view.countForm.submitPoints(),
      pass: () => this.moves.makeMove({ kind: "pass" }),
      tell: (what) => this.view.announceStanding(what, this.state),
    };
  }

  /** The n-th card of the hand by its key: it takes the focus, and is chosen while two are to be thrown. */
  pressNumber(n) {
    const { latestScene } = this.moves;
    const card = sortCards(latestScene.hand)[n];
    if (!card || this.state.scene.showing) return false;
    if (mayThrow(latestScene)) this.moves.tapCard(card);
    this.view.hand.focus(n);
    return true;
  }

  leaveShow(skip) {
    if (!this.state.scene.showing || this.pace.running === "going") return;
    clearTimeout(this.looking);
    this.store.showScene({ ...this.state.scene, showing: null });
    this.pace.resume(skip);
    if (!this.pace.busy && this.state.scene.showing) this.store.showScene({ ...this.state.scene, showing: null });
    this.draw();
  }

  requestHint() {
    this.hintAbout = hintSituation(this.moves.latestScene);
    this.socket.send({ t: "hint", ply: this.socket.ply });
  }

  /** The player has typed into the shuffle, or has nothing to type. */
  shuffle() {
    this.fairPlay.commitWithWords();
    this.checkDeals();
    this.draw();
  }

  /** A game like this one: against the same bot, or with the next player who comes. */
  nextGame() {
    const { scene, who } = this.state;
    const { target, counting } = scene;
    const { against, clock } = root.dataset;
    const rated = isRated(this.state);
    if (who.bots.some(Boolean)) return { against, target, counting, clock: "none", rated };
    return { against: "anyone", quick: true, target, counting, clock: clock || this.saved.clock || "none", rated };
  }
}

new Table(root.dataset.game);
watchTerms();
