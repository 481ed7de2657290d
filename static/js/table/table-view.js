/** All that is seen of a table, drawn from one scene. */

import { createBoard } from "../game/board.js";
import * as model from "../game/scene.js";
import { ShowPanel } from "../game/show-panel.js";
import { Sounds } from "../game/sounds.js";
import { TableSurface } from "../game/table-surface.js";
import { byId, setAttr, setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { Actions } from "./actions.js";
import { Announcer } from "./announcer.js";
import { Away } from "./away.js";
import { Beginning } from "./beginning.js";
import { Chat } from "./chat.js";
import { ClockView } from "./clock-view.js";
import { CountForm } from "./count-form.js";
import { Drag } from "./drag.js";
import { FairPanel } from "./fair-panel.js";
import { Flights } from "./flights.js";
import { Hand } from "./hand.js";
import { Latency } from "./latency.js";
import { appendLine } from "./log.js";
import { Result } from "./result.js";
import { Stakes } from "./stakes.js";
import { STANDING_TEXTS } from "./standing-texts.js";
import { TabBadge } from "./tab-badge.js";
import { Waiting } from "./waiting.js";

const CONNECTION_TEXTS = () => ({ connecting: gettext("Connecting…"), open: gettext("Connected"), "back soon": gettext("Reconnecting…"), closed: gettext("Disconnected") });
const fine = matchMedia("(hover: hover) and (pointer: fine)");

export class TableView {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, does: object, put: (frame: object) => boolean, go: (path: string) => void,
   *   fairplay: object, own: object, settings: () => object, still: () => boolean, again: () => void}} table  `again`: draw once more
   */
  constructor(root, { game, does, put, go, fairplay, own, settings, still, again }) {
    const sign = (name) => ({
      you: root.querySelector(`#seat-you [data-part=${name}]`), them: root.querySelector(`#seat-them [data-part=${name}]`),
    });
    this.voice = new Announcer(byId("voice"));
    const say = (says) => this.voice.announce(says);
    this.root = root;
    this.base = document.title;
    this.sign = new TabBadge();
    this.still = still;
    this.flights = new Flights(root, still);
    this.scenery = new TableSurface(root, again);
    this.sounds = new Sounds(byId("sound"));
    this.latency = new Latency(byId("latency"));
    this.hand = new Hand(byId("hand"), does.tap);
    this.drag = new Drag({ felt: root, hand: this.hand.node, drop: does.drop });
    this.show = new ShowPanel(byId("show"), still);
    this.clocks = new ClockView(sign("clock"), { say, isLow: () => this.sounds.play("clockLow") });
    this.actions = new Actions(does, this.voice);
    this.countForm = new CountForm(byId("count-form"), does.send, () => this.clocks.callLeft());
    this.away = new Away(byId("away"), sign("away"), { claim: () => put({ t: "claim_win" }), say, again });
    this.fair = new FairPanel(fairplay, game);
    this.beginning = new Beginning(fairplay, own, say);
    this.chat = new Chat({
      put, name: root.dataset.name, mayWrite: root.dataset.mayWrite === "true", heard: (line, words) => this.showChatLine(line, words),
    });
    this.waiting = new Waiting(go);
    this.result = new Result({ game, go, settings });
    this.stakes = new Stakes(say);
  }

  /** A table is there, perhaps another one than before. */
  openTable(frame, who) {
    this.base = who.names.join(" v ");
    this.waiting.close();
    if (this.board?.target === frame.view.target) return;
    this.board?.node.remove();
    this.board = createBoard(frame.view.target, this.still);
    byId("board").append(this.board.node);
  }

  /** Another player said something. */
  showChatLine({ by, name }, words) {
    if (by !== null && !this.chat.isOpen) this.scenery.showChatBubble(by, words);
    this.voice.announce(gettext("{name} says: {words}", { name, words }));
  }

  /** What happened, for eyes and ears; what `follows` is written beside what it follows from. */
  announceEvent(says, follows) {
    this.voice.announce(says);
    appendLine(byId("log"), says, follows);
  }

  /** How the game stands: "scores", "count" or "turn". */
  announceStanding(what, scene, who) {
    this.voice.announce(STANDING_TEXTS[what](scene, who, this.clocks.texts));
  }

  showConnection(state, says) {
    const node = byId("line");
    node.dataset.line = state.replace(" ", "-");
    const was = node.querySelector(".line-says").textContent;
    const now = says ?? CONNECTION_TEXTS()[state];
    setText(node.querySelector(".line-says"), now);
    if (now !== was && this.board) this.voice.announce(now); // before there is a table, that it is there says enough
  }

  /**
   * @param {{scene: model.Scene, ahead: model.Scene, who: object, way: import("./actions.js").Way, complaint: string,
   *   pace: object, isOpen: boolean, roundTrip: number|null}} now
   *   `ahead`: as `scene`, but what follows from it by the rules has happened: nobody has to wait until that is drawn
   */
  draw(now) {
    this.flights.animate(now.scene, () => this.drawAll(now));
  }

  drawAll(now) {
    const { ahead, who, way } = now;
    const scene = { ...now.scene, turn: ahead.turn };
    const turn = model.whoseTurn(scene);
    document.body.dataset.phase = scene.showing ? "show" : scene.phase;
    document.body.dataset.deal = scene.deal;
    setAttr(this.root, "data-turn", turn);
    setAttr(this.root, "data-way", way);
    setAttr(this.root, "data-watching", scene.watching);
    document.title = model.pageTitle(scene, who, this.base);
    this.sign.setMyMove(["you", "both"].includes(turn));
    this.board.move(scene, who);
    this.scenery.draw(scene, who);
    this.show.draw(scene, who);
    this.hand.draw(ahead);
    this.away.draw(who, { known: now.isOpen, over: scene.phase === "over" });
    this.actions.draw(ahead, who, { ...now, chosen: this.hand.chosen.size, isWaitExplained: this.away.isShown });
    this.countForm.draw(ahead);
    this.beginning.draw(scene, who);
    this.result.draw(scene, who);
    this.latency.draw(now.roundTrip);
    this.alertToMove(!scene.watching && (turn === "you" || turn === "both" || scene.showing !== null));
  }

  /** Whoever looks elsewhere hears that it is their move. */
  alertToMove(isMyMove) {
    if (isMyMove && !this.wasMyMove && document.hidden) this.sounds.play("myMove");
    this.wasMyMove = isMyMove;
  }

  /** Whether this is offered now: the count by hand, or a button of the row. */
  isOffered(what) {
    if (what === "claim" || what === "call") return !this.countForm.node.hidden && this.countForm.kind === what;
    return this.actions.isOffered(what);
  }

  /** Focus goes to what is wanted now, if it is nowhere else. */
  moveFocus({ byKey }) {
    const focused = document.activeElement;
    const wanted = ["continue", "go"].find((what) => this.actions.isOffered(what));
    if (wanted && (focused === document.body || focused.matches(".own:not(.open)"))) this.actions.focus(wanted);
    if (document.activeElement !== document.body) return;
    if (!this.countForm.node.hidden && (byKey || fine.matches)) this.countForm.field.focus({ preventScroll: true });
    else if (byKey) this.hand.node.querySelector(".open")?.focus({ preventScroll: true });
  }
}
