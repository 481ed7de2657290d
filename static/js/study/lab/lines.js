/**
 * Formats the table of discards, as study/lab/rows.py does. Pure.
 *
 * @typedef {{thrown: string[], kept: string[], hand: number, spread: number, low: number, high: number, crib: number,
 *   pegging: number, points: number, win: number}} Line
 */

import { cardSign } from "../../ui/cards/card-names.js";
import { fixed, formatChance, formatPercent, signed } from "../../ui/words/number-format.js";
import { gettext } from "../../ui/translate.js";

/** Their crib counts against me. */
const side = (dealer) => (dealer ? 1 : -1);

/** The figures of a line. @param {Line} line @param {Line} best @param {boolean} dealer */
export const formatLine = (line, best, dealer) => ({
  win: formatChance(line.win),
  behind: signed(100 * (line.win - best.win)),
  points: signed(line.points),
  hand: fixed(line.hand, 2),
  spread: fixed(line.spread, 1),
  range: `${line.low}–${line.high}`,
  crib: signed(side(dealer) * line.crib),
  pegging: signed(line.pegging),
});

/**
 * The lines in another order.
 * @param {Line[]} lines
 * @param {{by: string, up: boolean}} order
 * @param {boolean} dealer
 */
export function sortLines(lines, { by, up }, dealer) {
  const sign = (up ? 1 : -1) * (by === "crib" ? side(dealer) : 1);
  return [...lines].sort((one, other) => sign * (one[by] - other[by]));
}

const signs = (cards) => cards.map(cardSign).join(" ");

/** The best discard in a sentence. @param {Line} best */
export const describeBest = ({ thrown, win }) =>
  gettext("Best: discard {cards} and win {percent} of games.", { cards: signs(thrown), percent: formatChance(win) });

const PLACES = [
  gettext("Best of fifteen"), gettext(
    "Second best of fifteen",
  ), gettext("Third of fifteen"), gettext("Fourth of fifteen"),
  gettext("Fifth of fifteen"), gettext("Sixth of fifteen"), gettext("Seventh of fifteen"), gettext("Eighth of fifteen"),
  gettext("Ninth of fifteen"), gettext("Tenth of fifteen"), gettext(
    "Eleventh of fifteen",
  ), gettext("Twelfth of fifteen"),
  gettext("Thirteenth of fifteen"), gettext("Fourteenth of fifteen"), gettext("Last of fifteen"),
];

/** The line of a discard. @param {Line[]} lines @param {string[]} thrown */
export const findLine = (lines, thrown) => lines.find((line) => line.thrown.every((card) => thrown.includes(card)));

/** Compares a discard with the best. @param {Line[]} lines the best first @param {string[]} thrown */
export function describeThrow(lines, thrown) {
  const [best] = lines;
  const mine = findLine(lines, thrown);
  if (mine.win === best.win) {
    return gettext("The best discard: it wins {percent} of games.", { percent: formatChance(mine.win) });
  }
  const place = PLACES[lines.findIndex((line) => line.win === mine.win)];
  const points = mine.points - best.points;
  const told = {
    place,
    wins: formatPercent(100 * (best.win - mine.win), 2),
    points: signed(points),
    cards: signs(best.thrown),
  };
  return points > 0
    ? gettext("{place}: it wins {wins} fewer games, though it’s {points} points. The best is {cards}.", told)
    : gettext("{place}: it wins {wins} fewer games and is {points} points. The best is {cards}.", told);
}

/** Describes the practice results so far. @param {{deals: number, best: number, lost: number}} sums */
export function describeTally({ deals, best, lost }) {
  if (!deals) return "";
  const given = formatPercent((100 * lost) / deals, 2);
  return gettext(
    "So far: the best discard in {best} of {deals} deals. Your discards lost {given} of games on average.",
    { best, deals, given },
  );
}
