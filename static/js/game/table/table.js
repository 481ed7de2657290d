/** The table page: frames and clicks change the state, and everything is drawn from the state. */

import { describeEvent } from "../scene/event-texts.js";
import {
  applyForced,
  applyStep,
  callPoints,
  holdsForContinue,
  mayPlay,
  mayThrow,
  stepsOfLastShow,
} from "../scene/scene.js";
import { soundOf } from "../scene/sounds.js";
import { isAtOnce, PART_TIME, tempo } from "../scene/tempo.js";
import { sortCards } from "../../ui/cards/card-values.js";
import { watchTerms } from "../../ui/words/glossary.js";
import { prefersReducedMotion } from "../../ui/motion.js";
import { openPage } from "../../ui/open-page.js";
import { gettext } from "../../ui/translate.js";
import { eventOf, noteAsked, rematchAsked, wayTo } from "../../ui/asked-games.js";
import { OwnWords } from "../../ui/own-words.js";
import { CatchUp } from "./catch-up.js";
import { FairPlay } from "./shuffle/fair-play.js";
import { loadGame, removeOldGames, saveGame } from "../fairness/game-storage.js";
import { hintSituation } from "./moves/hint.js";
import { bindKeys } from "./moves/keys.js";
import { MoveController } from "./moves/move-controller.js";
import { Onward } from "./moves/onward.js";
import { Pace, pauseAtTable } from "./pace.js";
import { predict } from "./moves/predict.js";
import { TableSocket } from "./socket.js";
import { isRated, Store } from "./store.js";
import { TableView } from "./table-view.js";

const SETTLEMENT_DUE = 4_000;
const TIMED = new Set(["quick", "standard"]); // clocks of minutes
const CHECKED = new Set(["table", "event", "fair", "receipts"]); // frames after which more can be checked
const root = document.querySelector("#table");
const isUnpaced = new URLSearchParams(location.search).get("pace") === "none";
const isStill = () => isUnpaced || isAtOnce() || prefersReducedMotion();
const { dataset: wishes } = document.documentElement;
const openPath = (path) => openPage(isUnpaced && path.startsWith("/table/") ? `${path}?pace=none` : path);

class Table {
  constructor(game) {
    this.game = game;
    this.saved = { ...loadGame(game), at: Date.now() };
    const way = wayTo(game, document.referrer);
    if (way) this.saved.way ??= way;
    if (this.saved.rematchOf === undefined) this.saved.rematchOf = rematchAsked(game, way);
    this.saved.event ??= eventOf(document.referrer);
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
    this.fairPlay = new FairPlay(
      {
        game,
        saved: this.saved,
        save: this.save,
        load: () => loadGame(game),
        loadOther: loadGame,
        saveOther: saveGame,
        send,
        ownWords,
        whyWait: () => this.whyWait(),
      },
    );
    this.pace = new Pace({
      apply: (step) => this.apply(step),
      pause: (step) => (isStill() || step.again ? 0 : this.pauseBefore(step)),
      takeOff: (step) => this.takeOff(step),
      holds: (step) => holdsForContinue(this.state.scene, step.event),
      idle: () => this.idle(),
    });
    this.moves = new MoveController({
      store: this.store,
      pace: this.pace,
      socket: this.socket,
      fairPlay: this.fairPlay,
      isHurried: () => isUnpaced || this.view.botPause.wanted === "none",
      isCareful: () => wishes.confirm === "on",
      onMove: (event) => this.view.sounds.play(soundOf(event, this.state.who.you)),
      redraw: () => this.draw(),
    });
    this.view = new TableView(
      root,
      { game, ownWords, isStill, send, openPath, actions: this.actions(), redraw: () => this.draw() },
    );
    this.catchUp = new CatchUp({ store: this.store, pace: this.pace, saved: this.saved, log: this.view.log });
    const { continue: leave, go } = this.actions();
    this.onward = new Onward(
      { actions: this.view.actions, wishes: isUnpaced ? {} : wishes, does: { continue: leave, go } },
    );
    addEventListener("pagehide", this.save);
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

  // Frames from the server.

  /** A frame is drawn only after it was checked, and never if it is malformed. */
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
      ack: () => this.handleAck(),
      receipts: () => this.moves.handleReceipts(),
      refused: () => this.handleRefused(frame),
      hint: () => this.store.setHint({ about: this.hintAbout, lines: frame.lines }),
      clocks: () => this.handleClocks(frame.clocks),
      here: () => this.handlePresence(frame.here),
      players: () => this.socket.requestTable(),
      said: () => this.handleSaid(frame),
      points: () => this.store.setRating(frame),
      rematch: () => this.handleRematch(frame.rematch, { isNew: true }),
    };
    handlers[frame.t]?.();
  }

  /** After a move in a game with a day per move, the player may leave and wait for the next turn. */
  handleAck() {
    this.moves.handleAck();
    if (this.state.time.clocks?.kind === "relaxed") document.dispatchEvent(new Event("waits-from-now-on"));
  }

  handleTable(frame) {
    const { view, ply } = frame;
    const { deal } = this.state;
    const isFirst = this.state.scene === null;
    this.store.openTable(frame);
    this.moves.handleTable(frame, this.wasLost);
    this.wasLost = false;
    if (isFirst) this.catchUp.open(frame);
    else if (ply !== this.socket.ply) this.catchUp.reopen(frame, deal, this.socket.ply);
    this.hurryToCall(view);
    this.handleClocks(frame.clocks);
    this.handlePresence(frame.here ?? null);
    this.store.addLines(frame.said ?? []);
    this.handleRematch(frame.rematch ?? null, { isNew: false });
    this.store.setRating(frame);
    if (view.phase === "over" && !this.fairPlay.isLate) this.awaitLast();
    if (isFirst && view.deal > 0 && view.phase !== "over") this.view.announceStanding("scores", this.state);
  }

  /** There are ten seconds to call muggins, so earlier shows are skipped. */
  hurryToCall({ phase, turn }) {
    if (phase === "call" && turn.includes(this.state.who.you)) this.pace.hurry();
  }

  handleEvent(frame) {
    const { events, view } = frame;
    const isAnswer = this.moves.handleEvent(frame);
    this.store.complain("");
    this.handleClocks(frame.clocks);
    this.store.setDeal(view.deal);
    this.catchUp.countHeard(events.length);
    this.save();
    const at = performance.now();
    this.pace.push(
      [...events.map((event, n) => ({ event, view, at, foreseen: isAnswer && n === 0 })), { event: null, view }],
    );
    this.hurryToCall(view);
    if (view.phase === "over") {
      this.awaitSettlement();
      this.awaitLast();
    }
  }

  checkDeals() {
    const { fairPlay } = this;
    this.checkKeys();
    this.checkSource();
    this.checkEarlier();
    const checks = fairPlay.checkDeals();
    const { fair: shown, isWaitingForWords, stuck } = fairPlay;
    this.store.setFair({
      shown, isWaitingForWords, stuck, checks, heardAt: this.fairHeardAt, code: fairPlay.tableCode(),
      doubt: fairPlay.firstDoubt(), kept: fairPlay.keptReceipts(), moves: fairPlay.ownMoves(),
    });
  }

  /** Checks that the keys of the game are the site's own, as the public log has them. */
  async checkKeys() {
    const due = this.fairPlay.keysDue;
    if (!due || due === this.keysAsked) return;
    this.keysAsked = due;
    let keys;
    try {
      const { checkKeys } = await import("../../proof/evidence/published-keys.js");
      keys = await checkKeys(this.fairPlay.fair.params);
    } catch {
      return; // the log cannot be read now
    }
    this.fairPlay.takeKeys(keys);
    this.checkDeals();
    this.draw();
  }

  /** Checks once at each time that there may be more of it where shared decks come from. */
  async checkSource() {
    const due = this.fairPlay.sourceDue;
    if (!due || due === this.sourceAsked) return;
    this.sourceAsked = due;
    try {
      const { checkSource } = await import("../../proof/evidence/fetch-source.js");
      for await (const found of checkSource(this.fairPlay.fair, this.game)) {
        this.fairPlay.takeSource(found);
        this.checkDeals();
        this.draw();
      }
    } catch {
      // the record or the log cannot be read now
    }
  }

  /** Reads the game before, where it decides who deals first and this browser did not see it. */
  async checkEarlier() {
    if (!this.fairPlay.isEarlierDue || this.isEarlierAsked) return;
    this.isEarlierAsked = true;
    let fault;
    try {
      const { findEarlierFault } = await import("../../proof/evidence/fetch-source.js");
      fault = await findEarlierFault(this.fairPlay.fair);
    } catch {
      return; // the transcript cannot be read now
    }
    this.fairPlay.raiseAlarm(fault);
    this.checkDeals();
    this.draw();
  }

  handleClocks(clocks) {
    if (clocks?.left) this.saved.clock = clocks.kind;
    this.store.setClocks(clocks, performance.now());
  }

  handlePresence(here) {
    this.store.setPresence(here, performance.now());
    this.fairPlay.act();
    this.checkDeals();
  }

  /**
   * With the last secret the cards are dealt and the clocks run, so a game by link waits until both players are here.
   */
  whyWait() {
    const { who, presence } = this.state;
    const { you, fair } = this.fairPlay;
    const isTimed = root.dataset.ahead === "true" && TIMED.has(root.dataset.clock);
    if (!isTimed || !fair.secrets[1 - you] || presence.here?.seats[1 - you]) return null;
    return gettext(
      "{name} is not here now. The cards are dealt when you are both here, because the clock starts then.",
      { name: who.names[1 - you] },
    );
  }

  handleSaid(line) {
    const isNew = !this.state.lines.some(({ id }) => id === line.id);
    this.store.addLines([line]);
    if (isNew) this.view.announceLine(line, this.state.who);
  }

  /** Goes to the rematch, if the player asked for it or is here when it is made. */
  handleRematch(rematch, { isNew }) {
    this.store.setRematch(rematch);
    const { who, isRematchAsked } = this.state;
    if (!rematch?.game || who.you === null) return;
    noteAsked(rematch.game, isRematchAsked ? this.game : undefined);
    if (isNew || isRematchAsked) openPath(`/table/${rematch.game}`);
  }

  /** The settlement arrives by itself at the end. If its frame is lost, it is requested. */
  awaitSettlement() {
    const isDue = () => this.state.rating.stakes !== null;
    clearTimeout(this.settling);
    if (isDue()) this.settling = setTimeout(() => isDue() && this.socket.requestTable(), SETTLEMENT_DUE);
  }

  /** At the end every link and receipt is due. If one does not arrive, the table is requested, and must contain it. */
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
    if (frame.code === "hush") this.view.showHush(frame.says);
    else if (frame.code === "committed") this.fairPlay.committedElsewhere();
    else this.store.complain(frame.says);
    if (["stale", "no_such_ply", "committed"].includes(frame.code)) this.socket.requestTable();
  }

  handleBye(frame) {
    if (frame.game) noteAsked(frame.game); // the seek that waited here was met by another
    if (frame.game) openPath(`/table/${frame.game}`);
    if (frame.game || this.socket.mayReconnect) return;
    if (this.state.scene) this.store.complain(frame.says);
    else this.store.closeWaiting(frame.says);
    this.draw();
  }

  handleConnection(state, says) {
    this.store.setConnection(state, says);
    if (state !== "open") {
      this.wasLost = true;
      this.fairPlay.signer.forgetEarlier();
    }
    this.draw();
  }

  // Drawing.

  apply(step) {
    const { event, again: isAgain, foreseen: isForeseen } = step;
    const { who } = this.state;
    this.store.showScene(applyStep(this.state.scene, step));
    if (!event || isAgain) return this.draw();
    this.catchUp.countDrawn();
    this.view.narrator.tell(event, describeEvent(event, who, this.state.scene));
    if (!isForeseen && !this.pace.isHasty) this.view.sounds.play(soundOf(event, who.you));
    this.draw();
    this.view.publish(event);
  }

  /**
   * Shows what precedes a step: a deck that pone may cut, and animated points. Returns the duration in milliseconds.
   */
  takeOff(step) {
    const wish = isUnpaced ? "off" : wishes.cut;
    return this.view.deckCut?.offer(step, wish, this.state) || (isStill() ? 0 : this.letPointsFly(step));
  }

  /** Points are called and animated before they are pegged. Returns the duration in milliseconds. */
  letPointsFly({ event }) {
    if (event?.e !== "pegged") return 0;
    this.store.showScene(callPoints(this.state.scene, event));
    this.draw();
    return this.view.flyPoints(event, this.state.scene);
  }

  /**
   * The view to draw now: the state, with additions of the pace, the moves and the connection.
   * @returns {import("./store.js").Now}
   */
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
    const { now } = this;
    this.view.draw(now);
    if (now.scene) this.onward.draw(now);
  }

  /** Removes a hint when the table has changed. */
  dropOldHint() {
    const { hint, scene } = this.state;
    if (hint && scene && hint.about !== hintSituation(this.moves.latestScene)) this.store.setHint(null);
  }

  /**
   * Every move except the player's own is drawn with the opponent's pauses, also one that the table made for the
   * player.
   */
  pauseBefore({ event, foreseen: isForeseen, at = performance.now() }) {
    const { who, scene } = this.state;
    const factor = tempo();
    const waited = (performance.now() - at) / factor;
    return pauseAtTable(
      event,
      { ...who, you: isForeseen ? who.you : null, scene, waited, botPause: this.view.botPause.wanted },
    ) * factor;
  }

  /** The queue is drawn, up to the next hold. */
  idle() {
    const { showing } = this.state.scene;
    if (!this.pace.busy) this.store.setMissed(0);
    this.view.narrator.tellCountedSoon(isStill() || !showing ? 0 : PART_TIME * showing.parts.length * tempo());
    this.save();
    this.draw();
  }

  // Actions of the player.

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
      skip: () => this.skip(),
      stay: () => this.onward.stop(),
      cut: () => this.pace.proceed(),
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
      digit: (digit) => this.view.countForm?.type(digit),
      step: (by) => this.view.countForm?.step(by),
      count: () => this.view.countForm?.submitPoints(),
      pass: () => this.moves.makeMove({ kind: "pass" }),
      tell: (what) => this.view.announceStanding(what, this.state),
    };
  }

  /** Selects the n-th card of the hand by key, like a tap. If the card stays, it gets the focus. */
  pressNumber(n) {
    const { latestScene } = this.moves;
    const card = sortCards(latestScene.hand)[n];
    if (!card || this.state.scene.showing) return false;
    const isPlayed = mayPlay(latestScene) && !(wishes.confirm === "on");
    if (mayThrow(latestScene) || mayPlay(latestScene)) this.moves.tapCard(card);
    if (!isPlayed) this.view.hand.focus(n);
    return true;
  }

  /** Leaves a show, counted to its end or not. */
  leaveShow(skip) {
    if (!this.state.scene.showing) return;
    this.pace.catchUp();
    this.onward.stop();
    this.store.showScene({ ...this.state.scene, showing: null });
    this.pace.resume(skip);
    if (!this.pace.busy && this.state.scene.showing) this.store.showScene({ ...this.state.scene, showing: null });
    this.draw();
  }

  /** Draws everything that is still queued. */
  skip() {
    if (this.state.scene.showing) this.leaveShow(true);
    else this.pace.hurry();
  }

  requestHint() {
    this.hintAbout = hintSituation(this.moves.latestScene);
    this.socket.send({ t: "hint", ply: this.socket.ply });
  }

  /** Called when the player has typed into the shuffle, or does not want to. */
  shuffle() {
    this.fairPlay.commitWithWords();
    this.checkDeals();
    this.draw();
  }

  /** A game with the same settings, and the next player who comes. */
  nextGame() {
    const { target, counting } = this.state.scene;
    const { clock } = root.dataset;
    return {
      against: "anyone",
      quick: true,
      target,
      counting,
      clock: clock || this.saved.clock || "none",
      rated: isRated(this.state),
    };
  }
}

new Table(root.dataset.game);
watchTerms();
