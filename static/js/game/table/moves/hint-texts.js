/**
 * Describes a hint in words, and in figures for players who want them. Pure.
 *
 * @typedef {import("../../advice/throw-words.js").ThrowLine} ThrowLine
 * @typedef {import("../../advice/card-words.js").CardLine} CardLine
 * @typedef {{does: string, why: string, next: string, figures: string, others: {cards: string, behind: string}[]}}
 *   HintText
 */

import { explainCard } from "../../advice/card-words.js";
import { JUST_AS_GOOD } from "../../advice/amounts.js";
import { cardsOf } from "../../advice/cards-of.js";
import { explainThrow } from "../../advice/throw-words.js";
import { cardSign } from "../../../ui/cards/card-names.js";
import { fixed, formatChance, signed } from "../../../ui/words/number-format.js";
import { gettext } from "../../../ui/translate.js";

const signs = (line) => cardsOf(line).map(cardSign).join(" ");

/** The knowledge of a player at a card. @param {import("../../scene/scene.js").Scene} scene */
export function cardPosition({ you, dealer, hand, pile, played, starter, ownThrow, scores, target }) {
  const [last] = played.slice(-1);
  return {
    hand, pile,
    seen: [...hand, ...played.map(([, card]) => card), ...ownThrow, starter],
    theyPassed: pile.length > 0 && last[0] === you,
    isMyCrib: dealer === you, mine: scores[you], theirs: scores[1 - you], target,
  };
}

/** The state of the game for the discarding player. @param {import("../../scene/scene.js").Scene} scene */
export const throwStand = ({ you, dealer, scores, target }) =>
  ({ isMyCrib: dealer === you, mine: scores[you], theirs: scores[1 - you], target });

/** The averages of a discard, part by part. @param {ThrowLine} line @param {boolean} isMyCrib */
function describeThrow({ hand, crib, pegging, win }, isMyCrib) {
  const parts = {
    hand: fixed(hand, 1),
    crib: signed(isMyCrib ? crib : -crib, 1),
    pegging: signed(pegging, 1),
    share: formatChance(win),
  };
  return isMyCrib
    ? gettext("On average hand {hand}, your crib {crib}, pegging {pegging}. It wins {share} of the games.", parts)
    : gettext("On average hand {hand}, their crib {crib}, pegging {pegging}. It wins {share} of the games.", parts);
}

/** The points of a card by the end of the play. @param {CardLine} line */
const describePlay = ({ pegging, win }) =>
  gettext(
    "It brings {later} by the end of the play, on average. It wins {share} of the games.",
    { later: signed(pegging, 1), share: formatChance(win) },
  );

/** How much worse than the best a line is. @param {ThrowLine|CardLine} line @param {ThrowLine|CardLine} best */
function behind(line, best) {
  const isAsGood = best.win - line.win < JUST_AS_GOOD;
  return isAsGood ? gettext("just as good") : gettext("{lost}%", { lost: signed(100 * (line.win - best.win)) });
}

/**
 * The best line with its reasons in words, its figures, and how much worse the others are.
 * @param {(ThrowLine|CardLine)[]} lines the best first
 * @param {import("../../scene/scene.js").Scene} scene @returns {HintText}
 */
export function describeHint(lines, scene) {
  const [best, ...rest] = lines;
  const others = rest.map((line) => ({ cards: signs(line), behind: behind(line, best) }));
  const cards = signs(best);
  if (!best.thrown) {
    const why = explainCard(lines, cardPosition(scene));
    return { does: gettext("Play {cards}.", { cards }), why, next: "", figures: describePlay(best), others };
  }
  const stand = throwStand(scene);
  return {
    does: gettext("Discard {cards}.", { cards }),
    ...explainThrow(lines, stand),
    figures: describeThrow(best, stand.isMyCrib),
    others,
  };
}
