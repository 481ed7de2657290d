/**
 * What a rated game is played for, and what came of it: beside my name, before I resign, and at the end.
 *
 * @typedef {{points: number[], win: (number|null)[], loss: (number|null)[], why: (string|null)[]}} AtStake  by seat; a
 *   bot has nothing to win or lose
 * @typedef {{before: (number|null)[], change: (number|null)[], after: (number|null)[], why: (string|null)[],
 *   voided: boolean}} Settled  by seat
 */

import { playerName, youOrName } from "../game/event-texts.js";
import { describeStake } from "../game/exchange.js";
import { byId, html, setAttr, setText } from "../ui/dom.js";
import { gettext, ngettext } from "../ui/translate.js";

const PATIENCE = 4_000;

/** "+13", "−29", "±0" */
export const formatChange = (change) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0");

/** What resigning costs. */
export const describeResignCost = (loss) => {
  if (!loss) return gettext("It costs you no points.");
  return ngettext("You lose {n} point.", "You lose {n} points.", loss);
};

/**
 * The game's stakes in one line, and all there is to say of them.
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
    if (stakes.win[seat] === null) return gettext("{name} has {n} points, whatever comes.", values);
    return gettext("{name} has {n} points: {stake}.", values);
  });
  return { line: gettext("Rated"), more };
}

const pointsSaid = (seat, points, who) =>
  youOrName(seat, who, () => ngettext("You have {n} point.", "You have {n} points.", points), (name) => ngettext("{name} has {n} point.", "{name} has {n} points.", points, { name }));

/**
 * The sum of a game that is over: a line for each who has points, mine first, and why.
 * @param {Settled} settled @param {{you: number|null, names: string[]}} who
 */
export function describeSettlement(settled, who) {
  const first = who.you ?? 0;
  const counted = [first, 1 - first].filter((seat) => settled.change[seat] !== null);
  const lines = counted.map((seat) => ({
    name: playerName(seat, who),
    says: `${settled.before[seat]} → ${settled.after[seat]} (${formatChange(settled.change[seat])})`,
    heard: gettext("{name} {change}, now {after}.", { name: playerName(seat, who), change: formatChange(settled.change[seat]), after: settled.after[seat] }),
  }));
  if (!settled.voided) return { lines, why: settled.why[counted[0]] ?? "" };
  return { lines, why: lines.length ? gettext("The host took this game back, and its points with it.") : gettext("A void game changes no points.") };
}

export class Stakes {
  /** @param {(says: string) => void} say */
  constructor(say) {
    this.say = say;
    this.node = byId("stakes");
    /** @type {AtStake | null} */
    this.stakes = null;
    this.isRated = false;
    const close = () => {
      this.node.open = false;
    };
    addEventListener("pointerdown", ({ target }) => this.node.contains(target) || close());
    this.node.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  }

  /** @param {{stakes: AtStake|null, settled: Settled|null}} frame @param {{you: number|null, names: string[]}} who */
  handleStakes({ stakes, settled }, who) {
    this.stakes = stakes ?? null;
    this.isRated = Boolean(stakes ?? settled);
    this.drawStakes(who);
    this.drawSettlement(settled ?? null, who);
  }

  /** The sum comes by itself at the end; should its word be lost, `ask` for it. */
  requestSettlementIfLate(ask) {
    clearTimeout(this.asking);
    if (this.stakes) this.asking = setTimeout(() => this.stakes && ask(), PATIENCE);
  }

  drawStakes(who) {
    const { stakes } = this;
    this.node.hidden = !stakes;
    const loss = stakes && who.you !== null ? stakes.loss[who.you] : null;
    byId("resign-stakes").hidden = loss === null;
    if (loss !== null) setText(byId("resign-stakes"), describeResignCost(loss));
    if (!stakes) return;
    const { line, more } = describeStakes(stakes, who);
    setText(this.node.querySelector("summary"), line);
    this.node.querySelector("[data-part=why]").replaceChildren(...more.map((says) => html("p", {}, says)));
  }

  drawSettlement(settled, who) {
    const node = byId("result-points");
    setAttr(node, "hidden", !settled);
    if (!settled) return;
    const { lines, why } = describeSettlement(settled, who);
    const rows = lines.map(({ name, says }) => html("li", {}, html("span", { class: "whose-points" }, name), ` ${says}`));
    const was = node.textContent;
    node.replaceChildren(html("ul", {}, ...rows), html("p", {}, why));
    if (node.textContent !== was) this.say([...lines.map(({ heard }) => heard), why].join(" "));
  }
}
