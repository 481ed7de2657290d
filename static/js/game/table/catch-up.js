/**
 * Restores the game so far when the page is loaded, and plays what its player has not seen: the opponent's moves since
 * the page was left, or the rest of a show. It counts the drawn events, which are the same each time the game is sent.
 */

import { countMoves, linesOf, pastSteps, sceneAfter } from "../scene/history.js";
import { buildScene } from "../scene/scene.js";

export class CatchUp {
  /**
   * @param {{store: import("./store.js").Store, pace: import("./pace.js").Pace, saved: {drawn?: number, heard?:
   *   number}, log: import("./log.js").Log}} table  `saved`: this browser's data of the game
   */
  constructor({ store, pace, saved, log }) {
    Object.assign(this, { store, pace, saved, log });
    /** @type {number|null} number of drawn events of the game; null if its history is unknown */
    this.drawn = null;
  }

  /** Counts newly received events. */
  countHeard(events) {
    if (this.drawn !== null) this.saved.heard += events;
  }

  /** Counts a drawn event. */
  countDrawn() {
    if (this.drawn !== null) this.setDrawn(this.drawn + 1);
  }

  setDrawn(drawn) {
    this.drawn = drawn;
    if (drawn === null) delete this.saved.drawn;
    else this.saved.drawn = drawn;
  }

  /** Shows the table when the page is loaded. */
  open(frame) {
    const { history = frame.ply ? null : [], view } = frame;
    const { who } = this.store.state;
    if (history === null) return this.showAsItStands(view);
    const steps = pastSteps(eventsOf(history), 0, view, who.you);
    const seen = who.you === null ? steps.length : Math.min(this.saved.drawn ?? steps.length, steps.length);
    const past = steps.slice(0, seen);
    const known = Math.max((this.saved.heard ?? seen) - seen, 0);
    const then = sceneAfter(past, view, who.you);
    this.log.fill(linesOf(past, view, who));
    this.setDrawn(seen);
    this.saved.heard = steps.length;
    this.store.showScene(seen < steps.length ? then : buildScene(view, who.you, then.pegs));
    if (seen < steps.length) this.play(steps.slice(seen), view, known);
  }

  /** Shows a table that has advanced beyond this page's state; `deal` and `ply` are the last it knew. */
  reopen(frame, deal, ply) {
    const { history, view } = frame;
    if (!history) return this.showAsItStands(view);
    const missed = eventsOf(history.filter((move) => move.ply > ply));
    this.countHeard(missed.length);
    this.play(pastSteps(missed, deal, view, this.store.state.who.you), view);
  }

  /** @param {number} known  how many of these steps the page had received before it was left */
  play(steps, view, known = 0) {
    const { you } = this.store.state.who;
    const moves = you === null ? 0 : countMoves(steps.slice(known).map(({ event }) => event), 1 - you);
    this.store.setMissed(this.store.state.missed + moves);
    this.pace.push([...steps, { event: null, view }]);
  }

  showAsItStands(view) {
    this.setDrawn(null);
    this.pace.clear();
    this.store.showScene(buildScene(view, this.store.state.who.you));
  }
}

const eventsOf = (history) => history.flatMap(({ events }) => events);
