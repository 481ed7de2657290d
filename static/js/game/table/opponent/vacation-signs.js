/** Shows next to a player's name until when they are on vacation, in games with a day for every move. */

import { describeVacation } from "../../scene/time-left.js";
import { setAttr, setText } from "../../../ui/dom.js";

const LONGEST_TIMER = 2 ** 31 - 1;

/** Until when each seat's player is on vacation, or null. */
export const currentVacations = (clocks, now) => (clocks?.away_until ?? [null, null]).map(
  (until) => (until > now ? until : null),
);

export class VacationSigns {
  /** @param {{you: HTMLElement, them: HTMLElement}} nodes */
  constructor(nodes) {
    this.nodes = nodes;
  }

  /** @param {import("../store.js").Now} table */
  draw(table) {
    clearTimeout(this.timer);
    const { time, who, scene } = table;
    const now = Date.now();
    const until = currentVacations(scene.phase === "over" ? null : time.clocks, now);
    const you = who.you ?? 0;
    for (const [side, seat] of [["you", you], ["them", 1 - you]]) {
      setText(this.nodes[side], until[seat] === null ? "" : describeVacation(until[seat]));
      setAttr(this.nodes[side], "hidden", until[seat] === null);
    }
    const ends = until.filter((each) => each !== null);
    if (ends.length) this.timer = setTimeout(() => this.draw(table), Math.min(Math.min(...ends) - now, LONGEST_TIMER));
  }
}
