/** The table of a replay: all that is drawn of one stop, with the modules the live table is drawn by. */

import { makeBoard } from "../game/board.js";
import { name, outcome, standing, VALUES } from "../game/event-texts.js";
import { ShowPanel } from "../game/show-panel.js";
import { Scenery } from "../game/table-surface.js";
import { part, set, write } from "../ui/dom.js";
import { Fan } from "./fan.js";
import { written } from "./move-notes.js";

const SIDES = ["you", "them"];

export class Table {
  /** @param {HTMLElement} root @param {number} target @param {() => boolean} still whether nothing may move by itself */
  constructor(root, target, still) {
    this.scenery = new Scenery(root, () => {});
    this.show = new ShowPanel(part("show"), still);
    this.board = makeBoard(target, still);
    this.fans = SIDES.map((side) => new Fan(part(`cards-${side}`)));
    part("board").append(this.board.node);
  }

  /** @param {import("./stops.js").Stop} stop @param {number} bottom whose side one looks from */
  draw(stop, bottom, who) {
    const scene = { ...stop.scene, you: bottom };
    const seats = [bottom, 1 - bottom];
    document.body.dataset.phase = scene.showing ? "show" : scene.phase;
    document.body.dataset.deal = scene.deal;
    document.body.dataset.bottom = bottom;
    this.board.move(scene, who);
    this.scenery.draw(scene, who);
    this.show.draw(scene, who);
    SIDES.forEach((side, n) => set(part(`seat-${side}`), "aria-label", name(seats[n], who)));
    this.fans.forEach((fan, n) => fan.draw(stop.cards, seats[n], who));
    this.drawEnd(scene, who);
    write(part("told"), written(stop, who));
  }

  drawEnd(scene, who) {
    part("ending").hidden = scene.phase !== "over";
    if (scene.phase !== "over") return;
    write(part("ending-title"), outcome(scene, who));
    part("ending-score").hidden = scene.winner === null;
    write(part("ending-score"), standing(scene, who));
    write(part("ending-value"), VALUES[scene.value] ?? "");
  }
}
