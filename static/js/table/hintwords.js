/**
 * A hint in words. Pure.
 *
 * @typedef {import("../lab/lines.js").Line} ThrowLine
 * @typedef {{card: string, now: number, pegging: number, win: number}} CardLine
 * @typedef {{does: string, why: string, others: {cards: string, behind: string}[]}} Said
 */

import { percent, signed } from "../site/figures.js";
import { cardSign, number } from "./say.js";

/** The cards of a line. @param {ThrowLine|CardLine} line */
export const cardsOf = (line) => line.thrown ?? [line.card];

const signs = (line) => cardsOf(line).map(cardSign).join(" ");

const points = (n) => `${number(n)} ${n === 1 ? "point" : "points"}`;

/** What a throw brings, part by part. @param {ThrowLine} line @param {boolean} isMyCrib */
function throwSaid({ hand, crib, pegging, win }, isMyCrib) {
  const parts = [`hand ${hand.toFixed(1)}`, `${isMyCrib ? "your" : "their"} crib ${signed(isMyCrib ? crib : -crib, 1)}`, `pegging ${signed(pegging, 1)}`];
  return `On average ${parts.join(", ")}. It wins ${percent(win)} of the games.`;
}

/** What a card brings, now and later. @param {CardLine} line */
function cardSaid({ now, pegging, win }) {
  const atOnce = now ? `${points(now)} at once, and ` : "";
  return `It brings ${atOnce}${signed(pegging, 1)} by the end of the play, on average. It wins ${percent(win)} of the games.`;
}

/** How far a line is behind the best. @param {ThrowLine|CardLine} line @param {ThrowLine|CardLine} best */
function behind(line, best) {
  const lost = signed(100 * (line.win - best.win));
  return Number(lost) === 0 ? "as good" : `${lost}%`;
}

/**
 * The best line with its reasons, and how far the others are behind it.
 * @param {(ThrowLine|CardLine)[]} lines the best first @param {boolean} isMyCrib @returns {Said}
 */
export function said([best, ...rest], isMyCrib) {
  const why = best.thrown ? throwSaid(best, isMyCrib) : cardSaid(best);
  const others = rest.map((line) => ({ cards: signs(line), behind: behind(line, best) }));
  return { does: `${best.thrown ? "Throw" : "Play"} ${signs(best)}.`, why, others };
}
