/** The table page: wires the socket, the scene, the player's hands and what is drawn. */

import { makeBoard } from "./board.js";
import { drawChecks, drawTicks } from "./checks.js";
import { html, set, write } from "./dom.js";
import { FairPlay } from "./fairplay.js";
import { Hand } from "./hand.js";
import * as model from "./model.js";
import { Pace } from "./pace.js";
import { outcome, sentence } from "./say.js";
import { Scenery } from "./scenery.js";
import { ShowPanel } from "./showpanel.js";
import { addressOf, TableSocket } from "./socket.js";
import { keep, load, tidy } from "./store.js";
import { witnessEvents, witnessTable } from "./witness.js";

const LINES = { connecting: "Connecting…", open: "Connected", "back soon": "Reconnecting…", closed: "Disconnected" };
const root = document.querySelector("#table");
const part = (id) => document.getElementById(id);
const unpaced = new URLSearchParams(location.search).get("pace") === "none";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const still = () => unpaced || calm.matches;

class Table {
  constructor(game) {
    this.game = game;
    this.base = document.title;
    this.kept = { seen: {}, pegs: [], ...load(game), at: Date.now() };
    tidy(game);
    this.keep();
    this.scene = null;
    this.who = { you: 0, names: ["You", "Opponent"] };
    this.pending = null;
    this.complaint = "";
    this.scenery = new Scenery(root);
    this.hand = new Hand(part("hand"), (card) => this.tap(card));
    this.show = new ShowPanel(part("show"), still);
    this.pace = new Pace({
      apply: (step) => this.apply(step),
      pause: (step) => (still() || step.again ? 0 : model.pauseBefore(step.event, this.who.you)),
      holds: (step) => model.holds(this.scene, step.event),
      idle: () => this.draw(),
    });
    this.socket = new TableSocket(addressOf(game), {
      onFrame: (frame) => this.hear(frame),
      onLine: (line, says) => this.line(line, says),
    });
    this.fairplay = new FairPlay({
      game, kept: this.kept, keep: () => this.keep(), put: (frame) => this.socket.put(frame),
    });
    this.listen();
  }

  keep() {
    return keep(this.game, this.kept);
  }

  // What the server says.

  hear(frame) {
    const hears = { table: this.hearTable, event: this.hearEvent, fair: this.hearFair, refused: this.hearRefused };
    hears[frame.t]?.call(this, frame);
  }

  hearTable(frame) {
    const fresh = this.scene === null || frame.ply !== this.socket.ply;
    this.you = frame.you;
    this.who = { you: frame.you ?? 0, names: frame.players.map((player) => player.name) };
    this.pending = null;
    this.kept.seen = witnessTable(this.kept.seen, frame.view, frame.you);
    this.deal = frame.view.deal;
    if (fresh) {
      this.pace.clear();
      this.scene = model.sceneFrom(frame.view, frame.you, this.kept.pegs);
      this.setUp(frame);
    }
    this.hearFair({ fair: frame.fair });
    this.draw();
  }

  hearEvent(frame) {
    this.pending = null;
    this.complaint = "";
    this.kept.seen = witnessEvents(this.kept.seen, frame, this.deal, this.you);
    this.deal = frame.view.deal;
    this.keep();
    this.check();
    const { view } = frame;
    this.pace.push([...frame.events.map((event) => ({ event, view })), { event: null, view }]);
  }

  hearFair(frame) {
    const { t: _, ...fields } = frame;
    this.fairplay.hear(fields.fair ?? fields, this.you);
    this.check();
  }

  hearRefused(frame) {
    this.pending = null;
    this.complaint = frame.says;
    this.draw();
  }

  setUp(frame) {
    this.board?.node.remove();
    this.board = makeBoard(frame.view.target);
    part("board").append(this.board.node);
  }

  line(line, says) {
    const node = part("line");
    node.dataset.line = line.replace(" ", "-");
    write(node.querySelector(".line-says"), says ?? LINES[line]);
    if (line !== "open") this.pending = null;
    if (this.scene) this.draw();
  }

  // What is drawn.

  apply({ event, view, again }) {
    this.scene = event ? model.step(this.scene, event, view) : model.settle(this.scene, view);
    const says = event && !again && sentence(event, this.who);
    if (says) this.tell(says);
    if (!event) {
      this.kept.pegs = this.scene.pegs;
      this.keep();
    }
    this.draw();
  }

  tell(says) {
    const log = part("log");
    log.append(html("li", {}, says));
    while (log.children.length > 60) log.firstElementChild.remove();
    log.scrollTop = log.scrollHeight;
  }

  check() {
    const checks = this.fairplay.check(this.kept.seen);
    drawTicks(part("ticks"), checks);
    drawTicks(part("result-ticks"), checks);
    const wrong = checks.find((check) => !check.ok);
    const alarm = this.fairplay.alarm ?? (wrong ? `Deal ${wrong.deal}: ${wrong.says}` : null);
    part("alarm").hidden = !alarm;
    write(part("alarm"), alarm ? `This game was not dealt as promised. ${alarm}` : "");
    write(part("table-code"), this.fairplay.code() ?? "…");
    if (part("fair-dialog").open) drawChecks(part("fair-body"), this.fairplay.fair, checks);
    return checks;
  }

  draw() {
    const { scene, who } = this;
    document.body.dataset.phase = scene.showing ? "show" : scene.phase;
    document.body.dataset.deal = scene.deal;
    root.dataset.turn = this.pending || this.pace.busy ? "none" : model.turnOf(scene);
    document.title = model.title(scene, who, this.base);
    this.board.move(scene, who.names);
    this.scenery.draw(scene, who);
    this.show.draw(scene, who);
    this.hand.draw(scene, this.pending);
    this.drawActions();
    this.drawResult();
    if (document.activeElement === document.body) this.offerFocus();
  }

  drawActions() {
    const { scene, who } = this;
    const chosen = this.hand.chosen.size;
    write(part("prompt"), this.complaint || model.prompt(scene, who, chosen));
    set(part("prompt"), "aria-live", this.complaint || model.turnOf(scene) !== "them" ? "polite" : "off");
    part("prompt").classList.toggle("complaint", Boolean(this.complaint));
    part("throw").hidden = !model.mayThrow(scene) || Boolean(this.pending);
    set(part("throw"), "disabled", chosen !== 2);
    write(part("throw"), scene.dealer === scene.you ? "Throw to your crib" : `Throw to ${who.names[1 - scene.you]}’s crib`);
    part("go").hidden = !model.mayGo(scene) || Boolean(this.pending);
    part("continue").hidden = part("skip").hidden = !scene.showing || this.pace.running === "going";
    part("last-show").hidden = !scene.show || Boolean(scene.showing) || this.pace.busy || scene.phase === "over";
    part("resign").hidden = scene.watching || scene.phase === "over" || scene.phase === "setup";
  }

  drawResult() {
    const { scene, who } = this;
    const done = scene.phase === "over" && !scene.showing;
    const appears = done && part("result").hidden;
    part("result").hidden = !done;
    if (!done) return;
    write(part("result-title"), outcome(scene, who));
    write(part("result-score"), `${scene.scores[scene.you]} – ${scene.scores[1 - scene.you]}`);
    write(part("result-value"), scene.value > 1 ? `The game counts ${scene.value === 4 ? "four" : "two"}.` : "");
    part("again").hidden = scene.watching;
    if (appears) part("result-title").focus();
  }

  /** Focus goes to what is wanted now, if it is nowhere else. */
  offerFocus() {
    const wanted = ["continue", "go"].map(part).find((button) => !button.hidden);
    if (wanted) wanted.focus({ preventScroll: true });
    else if (this.byKey && !this.pending) this.hand.node.querySelector(".open")?.focus({ preventScroll: true });
  }

  // What the player does.

  tap(card) {
    const { scene } = this;
    this.complaint = "";
    if (this.pending) return;
    if (model.mayThrow(scene)) this.hand.toggle(card);
    else if (model.mayPlay(scene) && scene.playable.includes(card)) this.send({ kind: "play", card }, [card]);
    else if (model.mayPlay(scene)) this.complaint = "That card would go past 31.";
    this.draw();
  }

  throwChosen() {
    const cards = [...this.hand.chosen];
    if (cards.length === 2) this.send({ kind: "throw", cards }, cards);
  }

  send(move, cards = []) {
    if (this.socket.move(move)) this.pending = { cards };
    else this.complaint = "The line is down: your move was not sent.";
    this.draw();
  }

  dismiss(skip) {
    if (!this.scene.showing || this.pace.running === "going") return;
    this.scene = { ...this.scene, showing: null };
    this.pace.resume(skip);
    if (!this.pace.busy && this.scene.showing) this.scene = { ...this.scene, showing: null };
    this.draw();
  }

  listen() {
    part("throw").addEventListener("click", () => this.throwChosen());
    part("go").addEventListener("click", () => this.send({ kind: "go" }));
    part("continue").addEventListener("click", () => this.dismiss(false));
    part("skip").addEventListener("click", () => this.dismiss(true));
    part("last-show").addEventListener("click", () => this.pace.push(model.showAgain(this.scene)));
    part("resign").addEventListener("click", () => part("resign-dialog").showModal());
    part("resign-dialog").addEventListener("close", (event) => {
      if (event.target.returnValue === "resign") this.send({ kind: "resign" });
      event.target.returnValue = "";
    });
    part("fair").addEventListener("click", () => {
      part("fair-dialog").showModal();
      this.check();
    });
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("pointerdown", () => {
      this.byKey = false;
    });
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (!this.scene || document.querySelector("dialog[open]")) return;
    this.byKey = true;
    const done = this.shortcut(event.key, event.target);
    if (done) event.preventDefault();
  }

  shortcut(key, target) {
    if (/^[1-6]$/.test(key)) return this.number(Number(key) - 1);
    if (key === "ArrowLeft" || key === "ArrowRight") return this.hand.walk(key === "ArrowLeft" ? -1 : 1) ?? true;
    if (key.toLowerCase() === "g" && !part("go").hidden) return this.send({ kind: "go" }) ?? true;
    if (key === "Enter") return this.enter(target);
    return false;
  }

  number(n) {
    const button = this.hand.button(n);
    if (!button || this.scene.showing) return false;
    if (model.mayThrow(this.scene)) this.tap(button.dataset.card);
    button.focus({ preventScroll: true });
    return true;
  }

  enter(target) {
    const onCard = target.matches?.("[data-card]");
    if (!onCard && target.matches?.("button, a, summary, input")) return false;
    if (!part("continue").hidden) return this.dismiss(false) ?? true;
    if (!part("throw").hidden && !part("throw").disabled) return this.throwChosen() ?? true;
    if (!part("go").hidden) return this.send({ kind: "go" }) ?? true;
    return false;
  }
}

new Table(root.dataset.game);
