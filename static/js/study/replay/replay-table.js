/** Draws the table at one stop of a replay, with the live table's own modules. */

import { createBoard } from "../../game/scene/board.js";
import { describeGameValue, describeOutcome, finalScore, playerName } from "../../game/scene/event-texts.js";
import { ShowPanel } from "../../game/scene/show-panel.js";
import { TableSurface } from "../../game/scene/table-surface.js";
import { byId, setAttr, setText } from "../../ui/dom.js";
import { Fan } from "../../game/scene/fan.js";
import { describeCaption } from "../../game/scene/move-notes.js";

const SIDES = ["you", "them"];

/** Boards have whole streets of thirty. A game that was written down may go to any number. */
const boardFor = (target) => Math.ceil((target - 1) / 30) * 30 + 1;

export class ReplayTable {
  /**
   * @param {HTMLElement} root
   * @param {number} target
   * @param {() => boolean} still whether animation is off
   */
  constructor(root, target, still) {
    this.scenery = new TableSurface(root, () => {});
    this.show = new ShowPanel(byId("show"), still);
    this.board = createBoard(boardFor(target), still);
    this.fans = SIDES.map((side) => new Fan(byId(`cards-${side}`)));
    byId("board").append(this.board.node);
  }

  /** @param {import("../../game/scene/stops.js").Stop} stop @param {number} bottom the seat at the bottom */
  draw(stop, bottom, who) {
    const scene = { ...stop.scene, you: bottom };
    const seats = [bottom, 1 - bottom];
    document.body.dataset.phase = scene.showing ? "show" : scene.phase;
    document.body.dataset.deal = scene.deal;
    document.body.dataset.bottom = bottom;
    this.board.move(scene, who);
    this.scenery.draw(scene, who);
    this.show.draw(scene, who);
    SIDES.forEach((side, n) => setAttr(byId(`seat-${side}`), "aria-label", playerName(seats[n], who)));
    this.fans.forEach((fan, n) => fan.draw(stop.cards, seats[n], who));
    this.drawEnd(scene, who);
    setText(byId("told"), describeCaption(stop, who));
    this.drawNote(stop.note);
  }

  /** Shows the note about the move, in a game over the board. */
  drawNote(note = "") {
    const node = document.querySelector("#note");
    if (node) setText(node, note);
  }

  drawEnd(scene, who) {
    byId("ending").hidden = scene.phase !== "over";
    if (scene.phase !== "over") return;
    setText(byId("ending-title"), describeOutcome(scene, who));
    byId("ending-score").hidden = scene.winner === null;
    setText(byId("ending-score"), finalScore(scene, who));
    setText(byId("ending-value"), describeGameValue(scene.value, byId("ending-value").dataset.paysSkunks === "true"));
  }
}
