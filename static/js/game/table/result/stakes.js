/**
 * Describes the stakes of a rated game, and its settlement.
 *
 * @typedef {{points: number[], win: (number|null)[], loss: (number|null)[], why: (string|null)[]}} AtStake  by seat; a
 *   bot has nothing to win or lose
 * @typedef {{before: (number|null)[], change: (number|null)[], after: (number|null)[], why: (string|null)[],
 *   voided: boolean}} Settled  by seat
 */

import { playerName, youOrName } from "../../scene/event-texts.js";
import { describeStake } from "../../../ranking/exchange.js";
import { html, setText } from "../../../ui/dom.js";
import { gettext, ngettext } from "../../../ui/translate.js";

/** "+13", "−29", "±0" */
export const formatChange = (change) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0");

/**
 * The game's stakes in one line, and in detail.
 * @param {AtStake} stakes @param {{you: number|null, names: string[]}} who
 */
export function describeStakes(stakes, who) {
  const stake = (seat) => describeStake({ win: stakes.win[seat], loss: stakes.loss[seat] });
  const has = (seat) => pointsSaid(seat, stakes.points[seat], who);
  if (who.you !== null) {
    const both = [who.you, 1 - who.you].map(has).join(" ");
    return { line: gettext("Rated: {stake}", { stake: stake(who.you) }), more: [both, stakes.why[who.you]] };
  }
  const more = [0, 1].map((seat) => {
    const values = { name: who.names[seat], n: stakes.points[seat], stake: stake(seat) };
    if (stakes.win[seat] === null) return gettext("{name} keeps {n} points either way.", values);
    return gettext("{name} has {n} points: {stake}.", values);
  });
  return { line: gettext("Rated"), more };
}

const pointsSaid = (seat, points, who) =>
  youOrName(
    seat,
    who,
    () => ngettext("You have {n} point.", "You have {n} points.", points),
    (name) => ngettext("{name} has {n} point.", "{name} has {n} points.", points, { name }),
  );

/**
 * The settlement of a finished game: a line for each player with points, the reader's first, and the reason.
 * @param {Settled} settled @param {{you: number|null, names: string[]}} who
 */
export function describeSettlement(settled, who) {
  const first = who.you ?? 0;
  const counted = [first, 1 - first].filter((seat) => settled.change[seat] !== null);
  const lines = counted.map((seat) => ({
    name: playerName(seat, who),
    says: `${settled.before[seat]} → ${settled.after[seat]} (${formatChange(settled.change[seat])})`,
    heard: gettext(
      "{name} {change}, now {after}.",
      { name: playerName(seat, who), change: formatChange(settled.change[seat]), after: settled.after[seat] },
    ),
  }));
  if (!settled.voided) return { lines, why: settled.why[counted[0]] ?? "" };
  return {
    lines,
    why: lines.length
      ? gettext("The host called off this game and its points.")
      : gettext("A game that is called off changes no points."),
  };
}

export class Stakes {
  /** @param {HTMLDetailsElement} root */
  constructor(root) {
    this.root = root;
    const close = () => {
      root.open = false;
    };
    addEventListener("pointerdown", ({ target }) => root.contains(target) || close());
    root.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  }

  /** @param {import("../store.js").Now} now */
  draw({ rating, who }) {
    if (rating === this.drawn) return;
    this.drawn = rating;
    const { root } = this;
    const { stakes } = rating;
    root.hidden = !stakes;
    if (!stakes) return;
    const { line, more } = describeStakes(stakes, who);
    setText(root.querySelector("summary"), line);
    root.querySelector("[data-part=why]").replaceChildren(...more.map((says) => html("p", {}, says)));
  }
}
