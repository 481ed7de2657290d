/**
 * The table of throws in words and figures, as game/lab/rows.py writes them. Pure.
 *
 * @typedef {{thrown: string[], kept: string[], hand: number, spread: number, low: number, high: number, crib: number,
 *   pegging: number, points: number, win: number}} Line
 */

import { percent, signed } from "../site/figures.js";
import { cardSign } from "../table/say.js";

/** Their crib counts against me. */
const side = (dealer) => (dealer ? 1 : -1);

/** The figures of a line. @param {Line} line @param {Line} best @param {boolean} dealer */
export const figures = (line, best, dealer) => ({
  win: percent(line.win),
  behind: signed(100 * (line.win - best.win)),
  points: signed(line.points),
  hand: line.hand.toFixed(2),
  spread: line.spread.toFixed(1),
  range: `${line.low}–${line.high}`,
  crib: signed(side(dealer) * line.crib),
  pegging: signed(line.pegging),
});

/** The lines in another order. @param {Line[]} lines @param {{by: string, up: boolean}} order @param {boolean} dealer */
export function sorted(lines, { by, up }, dealer) {
  const sign = (up ? 1 : -1) * (by === "crib" ? side(dealer) : 1);
  return [...lines].sort((one, other) => sign * (one[by] - other[by]));
}

const signs = (cards) => cards.map(cardSign).join(" ");

/** The best throw in a sentence. @param {Line} best */
export const bestSaid = (best) => `Best: throw ${signs(best.thrown)}, and win ${percent(best.win)} of the games.`;

const PLACES = [
  "Best", "Second best", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Eleventh",
  "Twelfth", "Thirteenth", "Fourteenth", "Last",
];

/** The line of a throw. @param {Line[]} lines @param {string[]} thrown */
export const lineOf = (lines, thrown) => lines.find((line) => line.thrown.every((card) => thrown.includes(card)));

/** What a throw was worth beside the best. @param {Line[]} lines the best first @param {string[]} thrown */
export function judged(lines, thrown) {
  const [best] = lines;
  const mine = lineOf(lines, thrown);
  if (mine.win === best.win) return `The best throw: it wins ${percent(mine.win)} of the games.`;
  const place = PLACES[lines.findIndex((line) => line.win === mine.win)];
  const [wins, points] = [100 * (best.win - mine.win), mine.points - best.points];
  const cost = `${wins.toFixed(2)}% fewer games won, ${points > 0 ? "though" : "and"} ${signed(points)} points`;
  return `${place} of fifteen: ${cost}. The best is ${signs(best.thrown)}.`;
}

/** How practice has gone so far. @param {{deals: number, best: number, lost: number}} sums */
export function tallied({ deals, best, lost }) {
  if (!deals) return "";
  const given = ((100 * lost) / deals).toFixed(2);
  return `So far: the best throw ${best} of ${deals} times, ${given}% of the games given away by a throw.`;
}
