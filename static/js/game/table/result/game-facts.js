/**
 * Describes a finished game next to its result: the margin, the winning streak, the best hand, and the sources of
 * points.
 *
 * @typedef {{pegging: number, hands: number, cribs: number, other: number, best_hand: number}} Sources
 * @typedef {{run: {now: number, longest: number, ended: number}, met: {won: number, lost: number}}} Mine
 * @typedef {{by_seat: Sources[], mine: Mine | null}} Meaning  the response of `GET /api/games/<id>/meaning`
 * @typedef {{you: number|null, names: string[]}} Who
 * @typedef {{label: string, figure: string, more: string}} Fact
 */

import { describeGameValue, playerName, youOrName } from "../../scene/event-texts.js";
import { formatNumber, gettext, ngettext } from "../../../ui/translate.js";

/** The line that the loser of a skunk did not pass, by target and value of the game. */
const SKUNK_LINES = { 121: { 2: 91, 4: 61 }, 61: { 2: 31 } };

const stayedUnder = (line, loser, who) =>
  youOrName(
    loser,
    who,
    () => gettext("You stayed under {line}.", { line }),
    (name) => gettext("{name} stayed under {line}.", { name, line }),
  );

const byPoints = (n, lost) =>
  lost
    ? ngettext("You were {n} point short.", "You were {n} points short.", n)
    : ngettext("Won by {n} point.", "Won by {n} points.", n);

/** The margin of a win, and the value of a skunk. @param {Who} who */
export function describeMargin({ winner, value, scores, target, ended }, who, paysSkunks = false) {
  if (winner === null || winner === undefined) return "";
  const loser = 1 - winner;
  const line = SKUNK_LINES[target]?.[value];
  if (ended !== "played") return describeGameValue(value, paysSkunks);
  if (!line) return byPoints(scores[winner] - scores[loser], loser === who.you);
  return `${stayedUnder(line, loser, who)} ${describeGameValue(value, paysSkunks)}`;
}

/** The winning streak, if there is one to mention. @param {Mine["run"]} run @returns {Fact[]} */
function runFact({ now, longest, ended }) {
  if (now > 0) {
    const more = now < longest ? gettext("{n} at best", { n: longest }) : now > 1 ? gettext("your longest so far") : "";
    return [{ label: gettext("Wins in a row"), figure: formatNumber(now), more }];
  }
  return ended > 1
    ? [{ label: gettext("Run ended"), figure: formatNumber(ended), more: gettext("wins in a row") }]
    : [];
}

/** @param {Mine["met"]} met @returns {Fact} */
const metFact = ({ won, lost }, name) => ({
  label: gettext("Head to head"),
  figure: `${formatNumber(won)}–${formatNumber(lost)}`,
  more: won + lost === 1 ? gettext("first game") : gettext("against {name}", { name }),
});

/** @param {Sources[]} seats @param {Who} who @returns {Fact[]} */
function bestFact(seats, who) {
  const best = Math.max(...seats.map((seat) => seat.best_hand));
  if (best <= 0) return [];
  const holders = seats.flatMap((seat, n) => (seat.best_hand === best ? [n] : []));
  const more = holders.length > 1
    ? gettext("both")
    : youOrName(holders[0], who, () => gettext("yours"), (name) => name);
  return [{ label: gettext("Best hand"), figure: formatNumber(best), more }];
}

/**
 * The few interesting facts, the most important to the player first.
 * @param {Meaning} meaning
 * @param {Who} who
 * @returns {Fact[]}
 */
export function buildFacts({ by_seat: seats, mine }, who) {
  const own = mine ? [...runFact(mine.run), metFact(mine.met, who.names[1 - who.you])] : [];
  return seats.length ? [...own, ...bestFact(seats, who)] : own;
}

/**
 * The sources of both sides' points, mine first: headings, and a row per side.
 * @param {Meaning} meaning
 * @param {Who} who
 */
export function pointSources({ by_seat: seats }, who) {
  const first = who.you ?? 0;
  return {
    heads: [gettext("Pegging"), gettext("Hands"), gettext("Cribs"), gettext("Nibs/other")],
    rows: [first, 1 - first].map((seat) => {
      const { pegging, hands, cribs, other } = seats[seat];
      return { name: playerName(seat, who), figures: [pegging, hands, cribs, other].map((n) => formatNumber(n)) };
    }),
  };
}
