/** All that is seen of a table, drawn from one scene. */

import { Actions } from "./actions.js";
import { Away } from "./away.js";
import { Beginning } from "./beginning.js";
import { makeBoard } from "./board.js";
import { Chat } from "./chat.js";
import { FairPanel } from "./checks.js";
import { ClockView } from "./clockview.js";
import { CountForm } from "./countform.js";
import { part, set, write } from "./dom.js";
import { Hand } from "./hand.js";
import * as model from "./model.js";
import { Result } from "./result.js";
import { Scenery } from "./scenery.js";
import { ShowPanel } from "./showpanel.js";
import { Stakes } from "./stakes.js";
import { Waiting } from "./waiting.js";

const LINES = { connecting: "Connecting…", open: "Connected", "back soon": "Reconnecting…", closed: "Disconnected" };
const SAID_FOR = 3_000;
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
    const announce = (says) => {
      write(part("announce"), says);
      setTimeout(() => write(part("announce"), ""), SAID_FOR); // so that the same can be said again
    };
    this.root = root;
    this.announce = announce;
    this.base = document.title;
    this.scenery = new Scenery(root, again);
    this.hand = new Hand(part("hand"), does.tap);
    this.show = new ShowPanel(part("show"), still);
    this.clocks = new ClockView(sign("clock"), { announce });
    this.actions = new Actions(does);
    this.countForm = new CountForm(part("count-form"), does.send, () => this.clocks.callLeft());
    this.away = new Away(part("away"), sign("away"), { claim: () => put({ t: "claim_win" }), again });
    this.fair = new FairPanel(fairplay, game);
    this.beginning = new Beginning(fairplay, own);
    this.chat = new Chat({
      put, name: root.dataset.name, mayWrite: root.dataset.mayWrite === "true", unseen: (line, words) => this.overhear(line, words),
    });
    this.waiting = new Waiting(go);
    this.result = new Result({ game, go, settings });
    this.stakes = new Stakes();
  }

  /** A table is there, perhaps another one than before. */
  lay(frame, who) {
    this.base = who.names.join(" v ");
    this.waiting.end();
    if (this.board?.target === frame.view.target) return;
    this.board?.node.remove();
    this.board = makeBoard(frame.view.target);
    part("board").append(this.board.node);
  }

  /** Something was said while the chat is closed. */
  overhear({ by, name }, words) {
    if (by !== null) this.scenery.speak(by, words);
    this.announce(`${name} says: ${words}`);
  }

  line(state, says) {
    const node = part("line");
    node.dataset.line = state.replace(" ", "-");
    write(node.querySelector(".line-says"), says ?? LINES[state]);
  }

  /** @param {{scene: model.Scene, who: object, pending: object|null, complaint: string, pace: object, isOpen: boolean}} now */
  draw(now) {
    const { scene, who, pending, pace } = now;
    document.body.dataset.phase = scene.showing ? "show" : scene.phase;
    document.body.dataset.deal = scene.deal;
    this.root.dataset.turn = pending || pace.busy ? "none" : model.turnOf(scene);
    set(this.root, "data-watching", scene.watching);
    document.title = model.title(scene, who, this.base);
    this.board.move(scene, who);
    this.scenery.draw(scene, who);
    this.show.draw(scene, who);
    this.hand.draw(scene, pending);
    this.away.draw(who, { known: now.isOpen, over: scene.phase === "over" });
    this.actions.draw(scene, who, { ...now, chosen: this.hand.chosen.size, isWaitExplained: this.away.isShown });
    this.countForm.draw(scene, pending);
    this.beginning.draw(scene, who);
    this.result.draw(scene, who);
  }

  /** Whether this is offered now: the count by hand, or a button of the row. */
  offers(what) {
    if (what === "claim" || what === "call") return !this.countForm.node.hidden && this.countForm.kind === what;
    return this.actions.offers(what);
  }

  /** Focus goes to what is wanted now, if it is nowhere else. */
  offerFocus({ byKey, pending }) {
    if (document.activeElement !== document.body) return;
    const wanted = ["continue", "go"].find((what) => this.actions.offers(what));
    if (wanted) this.actions.focus(wanted);
    else if (!this.countForm.node.hidden && (byKey || fine.matches)) this.countForm.field.focus({ preventScroll: true });
    else if (byKey && !pending) this.hand.node.querySelector(".open")?.focus({ preventScroll: true });
  }
}
