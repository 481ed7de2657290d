/** Computes the curve of winning chances as geometry, and describes it in words. Pure. */

import { playerName } from "../../game/scene/event-texts.js";
import { formatPercent } from "../../ui/words/number-format.js";
import { gettext } from "../../ui/translate.js";

const CERTAIN = 1_000_000;
const MARGIN = { left: 36, right: 8, top: 8, bottom: 18 };

/** Converts seat 0's chance to that of either seat. */
export const chanceOf = (chance, seat) => (seat ? CERTAIN - chance : chance);

/** "63%". 0% and 100% are only for certainty. */
export function formatChance(chance) {
  if (chance <= 0 || chance >= CERTAIN) return formatPercent(chance > 0 ? 100 : 0, 0);
  return formatPercent(Math.min(99, Math.max(1, Math.round(chance / 10_000))), 0);
}

/** The chance of a seat after this many moves: the last point of the curve by then. */
export function chanceAt(curve, ply, seat) {
  const moment = curve.findLast((each) => each.ply <= ply) ?? curve[0];
  return chanceOf(moment.chance, seat);
}

/** The curve with a point before each leap and at the end: it is constant between its points. */
export function everyTurn(curve, plies) {
  const turns = curve.flatMap((moment, n) =>
    n && moment.ply > curve[n - 1].ply + 1 ? [{ ply: moment.ply - 1, chance: curve[n - 1].chance }, moment] : [moment],
  );
  const last = turns[turns.length - 1];
  return last.ply < plies ? [...turns, { ply: plies, chance: last.chance }] : turns;
}

const round = (n) => Math.round(n * 10) / 10;

/**
 * The positions of all elements.
 * @param {{curve: object[], deals: object[], plies: number}} review @param {object[]} faults  decisions to mark
 * @param {{width: number, height: number, seat: number}} frame  `seat` is whose chance rises upwards
 */
export function geometry({ curve, deals, plies }, faults, { width, height, seat }) {
  const { left, right, top, bottom } = MARGIN;
  const [wide, high] = [width - left - right, height - top - bottom];
  const x = (ply) => round(left + (wide * ply) / plies);
  const y = (chance) => round(top + high * (1 - chance / CERTAIN));
  const line = everyTurn(curve, plies).map(({ ply, chance }) => `${x(ply)},${y(chanceOf(chance, seat))}`);
  const [from, to] = [x(0), x(plies)];
  const point = (ply) => ({ x: x(ply), y: y(chanceAt(curve, ply, seat)) });
  const between = (chance) => [`${from},${y(chance)}`, ...line, `${to},${y(chance)}`].join(" ");
  return {
    left, right: width - right, top, bottom: height - bottom,
    line: line.join(" "),
    under: between(0),
    over: between(CERTAIN),
    rules: [CERTAIN, CERTAIN / 2, 0].map((chance) => ({ y: y(chance), label: formatChance(chance) })),
    deals: deals.map(({ deal, ply }) => ({ deal, x: x(ply) })),
    marks: faults.map(({ ply, seat: by, grade }) => ({ ply, by, grade, ...point(ply + 1) })),
    point,
    plyAt: (at) => Math.max(0, Math.min(plies, Math.round(((at - left) / wide) * plies))),
  };
}

/** "You 63%". During the game nothing is certain. */
export function describeChance({ curve, plies }, ply, seat, who) {
  const chance = chanceAt(curve, ply, seat);
  return `${playerName(seat, who)} ${formatChance(ply < plies ? Math.min(CERTAIN - 1, Math.max(1, chance)) : chance)}`;
}

/** Describes the curve for screen readers: its start, its heights, its greatest turn, and its end. */
export function describeCurve({ curve, deals }, seat, who) {
  const told = curve.map(({ ply, chance }) => ({ ply, chance: chanceOf(chance, seat) }));
  const dealOf = (ply) => Math.max(1, deals.filter((deal) => deal.ply < ply).length);
  const most = (way) => told.reduce((one, other) => (way * (other.chance - one.chance) > 0 ? other : one));
  const at = ({ ply, chance }) =>
    gettext("{chance} (deal {deal})", { chance: formatChance(chance), deal: dealOf(ply) });
  const heights = {
    name: who.names[seat], began: formatChance(told[0].chance), ended: formatChance(told[told.length - 1].chance),
    most: at(most(1)), least: at(most(-1)),
  };
  const says = seat === who.you
    ? gettext(
      "Your winning chance started at {began}, went as high as {most} and as low as {least}, and ended at {ended}.",
      heights,
    )
    : gettext(
      "{name}’s winning chance started at {began}, went as high as {most} and as low as {least}, and ended at {ended}.",
      heights,
    );
  return [says, greatestTurn(deals, seat, who)].filter(Boolean).join(" ");
}

function greatestTurn(deals, seat, who) {
  const turns = deals.map(
    ({ deal, chances }) => ({ deal, by: chanceOf(chances[1], seat) - chanceOf(chances[0], seat) }),
  );
  const [turn] = turns.sort((one, other) => Math.abs(other.by) - Math.abs(one.by));
  if (!turn) return "";
  const about = { deal: turn.deal, name: who.names[seat], by: formatChance(Math.abs(turn.by)) };
  if (seat === who.you) {
    return turn.by < 0
      ? gettext("The biggest swing was deal {deal}, which cost you {by}.", about)
      : gettext("The biggest swing was deal {deal}, which gave you {by}.", about);
  }
  return turn.by < 0
    ? gettext("The biggest swing was deal {deal}, which cost {name} {by}.", about)
    : gettext("The biggest swing was deal {deal}, which gave {name} {by}.", about);
}
