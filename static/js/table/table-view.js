/** All that is seen of a table, drawn from one scene. */

import { makeBoard } from "../game/board.js";
import * as model from "../game/scene.js";
import { ShowPanel } from "../game/show-panel.js";
import { Sounds } from "../game/sounds.js";
import { Scenery } from "../game/table-surface.js";
import { part, set, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { Actions } from "./actions.js";
import { Voice } from "./announcer.js";
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
import { tell } from "./log.js";
import { Result } from "./result.js";
import { Stakes } from "./stakes.js";
import { STANDING } from "./standing-texts.js";
import { Sign } from "./tab-badge.js";
import { Waiting } from "./waiting.js";

const LINES = () => ({ connecting: gettext("Connecting…"), open: gettext("Connected"), "back soon": gettext("Reconnecting…"), closed: gettext("Disconnected") });
const fine = matchMedia("(hover: hover) and (pointer: fine)");

export class Room {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, does: object, put: (frame: object) => boolean, go: (path: string) => void,
   *   fairplay: object, own: object, settings: () => object, still: () => boolean, again: () => void}} table  `again`: draw once more
   */
  constructor(root, { game, does, put, go, fairplay, own, settings, still, again }) {
    const sign = (name) => ({
      you: root.querySelector(`#seat-you [data-part=${name}]`), them: root.querySelector(`#seat-them [data-part=${name}]`),
    });
    this.voice = new Voice(part("voice"));
    const say = (says) => this.voice.say(says);
    this.root = root;
    this.base = document.title;
    this.sign = new Sign();
    this.still = still;
    this.flights = new Flights(root, still);
    this.scenery = new Scenery(root, again);
    this.sounds = new Sounds(part("sound"));
    this.latency = new Latency(part("latency"));
    this.hand = new Hand(part("hand"), does.tap);
    this.drag = new Drag({ felt: root, hand: this.hand.node, drop: does.drop });
    this.show = new ShowPanel(part("show"), still);
    this.clocks = new ClockView(sign("clock"), { say, isLow: () => this.sounds.play("clockLow") });
    this.actions = new Actions(does, this.voice);
    this.countForm = new CountForm(part("count-form"), does.send, () => this.clocks.callLeft());
    this.away = new Away(part("away"), sign("away"), { claim: () => put({ t: "claim_win" }), say, again });
    this.fair = new FairPanel(fairplay, game);
    this.beginning = new Beginning(fairplay, own, say);
    this.chat = new Chat({
      put, name: root.dataset.name, mayWrite: root.dataset.mayWrite === "true", heard: (line, words) => this.overhear(line, words),
    });
    this.waiting = new Waiting(go);
    this.result = new Result({ game, go, settings });
    this.stakes = new Stakes(say);
  }

  /** A table is there, perhaps another one than before. */
  lay(frame, who) {
    this.base = who.names.join(" v ");
    this.waiting.end();
    if (this.board?.target === frame.view.target) return;
    this.board?.node.remove();
    this.board = makeBoard(frame.view.target, this.still);
    part("board").append(this.board.node);
  }

  /** Another player said something. */
  overhear({ by, name }, words) {
    if (by !== null && !this.chat.isOpen) this.scenery.speak(by, words);
    this.voice.say(gettext("{name} says: {words}", { name, words }));
  }

  /** What happened, for eyes and ears; what `follows` is written beside what it follows from. */
  tell(says, follows) {
    this.voice.say(says);
    tell(part("log"), says, follows);
  }

  /** How the game stands: "scores", "count" or "turn". */
  tellStanding(what, scene, who) {
    this.voice.say(STANDING[what](scene, who, this.clocks.texts));
  }

  line(state, says) {
    const node = part("line");
    node.dataset.line = state.replace(" ", "-");
    const was = node.querySelector(".line-says").textContent;
    const now = says ?? LINES()[state];
    write(node.querySelector(".line-says"), now);
    if (now !== was && this.board) this.voice.say(now); // before there is a table, that it is there says enough
  }

  /**
   * @param {{scene: model.Scene, ahead: model.Scene, who: object, way: import("./actions.js").Way, complaint: string,
   *   pace: object, isOpen: boolean, roundTrip: number|null}} now
   *   `ahead`: as `scene`, but what follows from it by the rules has happened: nobody has to wait until that is drawn
   */
  draw(now) {
    this.flights.over(now.scene, () => this.drawAll(now));
  }

  drawAll(now) {
    const { ahead, who, way } = now;
    const scene = { ...now.scene, turn: ahead.turn };
    const turn = model.turnOf(scene);
    document.body.dataset.phase = scene.showing ? "show" : scene.phase;
    document.body.dataset.deal = scene.deal;
    set(this.root, "data-turn", turn);
    set(this.root, "data-way", way);
    set(this.root, "data-watching", scene.watching);
    document.title = model.title(scene, who, this.base);
    this.sign.turn(["you", "both"].includes(turn));
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
    this.callBack(!scene.watching && (turn === "you" || turn === "both" || scene.showing !== null));
  }

  /** Whoever looks elsewhere hears that it is their move. */
  callBack(isMyMove) {
    if (isMyMove && !this.wasMyMove && document.hidden) this.sounds.play("myMove");
    this.wasMyMove = isMyMove;
  }

  /** Whether this is offered now: the count by hand, or a button of the row. */
  offers(what) {
    if (what === "claim" || what === "call") return !this.countForm.node.hidden && this.countForm.kind === what;
    return this.actions.offers(what);
  }

  /** Focus goes to what is wanted now, if it is nowhere else. */
  offerFocus({ byKey }) {
    const focused = document.activeElement;
    const wanted = ["continue", "go"].find((what) => this.actions.offers(what));
    if (wanted && (focused === document.body || focused.matches(".own:not(.open)"))) this.actions.focus(wanted);
    if (document.activeElement !== document.body) return;
    if (!this.countForm.node.hidden && (byKey || fine.matches)) this.countForm.field.focus({ preventScroll: true });
    else if (byKey) this.hand.node.querySelector(".open")?.focus({ preventScroll: true });
  }
}
