/**
 * Puts a hint into words. Pure.
 *
 * @typedef {{thrown: string[], hand: number, crib: number, pegging: number, win: number}} ThrowLine
 * @typedef {{card: string, now: number, pegging: number, win: number}} CardLine
 * @typedef {{does: string, why: string, others: {cards: string, behind: string}[]}} HintText
 */

import { cardSign } from "../ui/card-names.js";
import { fixed, formatChance, signed } from "../ui/number-format.js";
import { numberInWords } from "../ui/number-words.js";
import { gettext, ngettext } from "../ui/translate.js";

/** The cards of a line. @param {ThrowLine|CardLine} line */
export const cardsOf = (line) => line.thrown ?? [line.card];

const signs = (line) => cardsOf(line).map(cardSign).join(" ");

const points = (n) => ngettext("{points} point", "{points} points", n, { points: numberInWords(n) });

/** What a throw brings, part by part. @param {ThrowLine} line @param {boolean} isMyCrib */
function describeThrow({ hand, crib, pegging, win }, isMyCrib) {
  const parts = { hand: fixed(hand, 1), crib: signed(isMyCrib ? crib : -crib, 1), pegging: signed(pegging, 1), share: formatChance(win) };
  return isMyCrib
    ? gettext("On average hand {hand}, your crib {crib}, pegging {pegging}. It wins {share} of the games.", parts)
    : gettext("On average hand {hand}, their crib {crib}, pegging {pegging}. It wins {share} of the games.", parts);
}

/** What a card brings, now and later. @param {CardLine} line */
function describePlay({ now, pegging, win }) {
  const brings = { later: signed(pegging, 1), share: formatChance(win) };
  return now
    ? gettext("It brings {points} at once, and {later} by the end of the play, on average. It wins {share} of the games.", { points: points(now), ...brings })
    : gettext("It brings {later} by the end of the play, on average. It wins {share} of the games.", brings);
}

/** How far a line is behind the best. @param {ThrowLine|CardLine} line @param {ThrowLine|CardLine} best */
function behind(line, best) {
  const lost = signed(100 * (line.win - best.win));
  return Number(lost) === 0 ? gettext("just as good") : gettext("{lost}%", { lost });
}

/**
 * The best line with its reasons, and how far the others are behind it.
 * @param {(ThrowLine|CardLine)[]} lines the best first @param {boolean} isMyCrib @returns {HintText}
 */
export function describeHint([best, ...rest], isMyCrib) {
  const why = best.thrown ? describeThrow(best, isMyCrib) : describePlay(best);
  const others = rest.map((line) => ({ cards: signs(line), behind: behind(line, best) }));
  const cards = signs(best);
  const does = best.thrown ? gettext("Throw {cards}.", { cards }) : gettext("Play {cards}.", { cards });
  return { does, why, others };
}
