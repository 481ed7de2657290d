/**
 * Puts a hint into words. Pure.
 *
 * @typedef {{thrown: string[], kept: string[], hand: number, crib: number, pegging: number, win: number}} ThrowLine
 * @typedef {{card: string, now: number, pegging: number, win: number}} CardLine
 * @typedef {{does: string, why: string, figures: string, others: {cards: string, behind: string}[]}} HintText
 */

import { countPhrase, pegPhrase } from "../game/peg-phrases.js";
import { scorePlay } from "../game/pegging.js";
import { scoreFour } from "../game/scoring.js";
import { cardSign } from "../ui/card-names.js";
import { sortCards } from "../ui/card-values.js";
import { fixed, formatChance, signed } from "../ui/number-format.js";
import { gettext } from "../ui/translate.js";

/** The cards of a line. @param {ThrowLine|CardLine} line */
export const cardsOf = (line) => line.thrown ?? [line.card];

const signs = (line) => cardsOf(line).map(cardSign).join(" ");

/** Less is not worth a word. */
const NOTICED = 0.25;

/** What the four cards kept count, now and with the starter. @param {ThrowLine} line */
function explainHand({ kept, hand }) {
  const parts = scoreFour(sortCards(kept));
  const average = fixed(hand, 1);
  if (!parts.length) return gettext("Your hand: nothing yet, on average {average} with the starter.", { average });
  return gettext("Your hand: {count}, on average {average} with the starter.", { count: countPhrase(parts), average });
}

/** What the two thrown do for the crib; also why not keep a better hand. @param {ThrowLine[]} lines @param {boolean} isMyCrib */
function explainCrib([best, ...rest], isMyCrib) {
  const worth = { crib: fixed(best.crib, 1) };
  const says = isMyCrib
    ? gettext("Your crib: {crib} on average.", worth)
    : gettext("Their crib: {crib} on average.", worth);
  const cribWins = ({ hand, crib }) => hand - best.hand >= NOTICED && (isMyCrib ? best.crib - crib : crib - best.crib) >= NOTICED;
  if (!rest.some(cribWins)) return says;
  const why = isMyCrib ? gettext("A better hand would leave less in your crib.") : gettext("A better hand would give more to their crib.");
  return `${says} ${why}`;
}

/** Why a card is played. @param {CardLine[]} lines @param {string[]} pile  the cards of this count */
function explainPlay([best, ...rest], pile) {
  if (best.now) {
    const call = pegPhrase({ kind: "play", says: "", parts: scorePlay(pile, best.card) });
    return gettext("It scores now: {call}.", { call });
  }
  if (rest.some(({ now }) => now)) return gettext("Another card scores now, but this one wins more often in the end.");
  return gettext("No card scores now. This one does best in the rest of the play.");
}

/** The averages of a throw, part by part. @param {ThrowLine} line @param {boolean} isMyCrib */
function describeThrow({ hand, crib, pegging, win }, isMyCrib) {
  const parts = { hand: fixed(hand, 1), crib: signed(isMyCrib ? crib : -crib, 1), pegging: signed(pegging, 1), share: formatChance(win) };
  return isMyCrib
    ? gettext("On average hand {hand}, your crib {crib}, pegging {pegging}. It wins {share} of the games.", parts)
    : gettext("On average hand {hand}, their crib {crib}, pegging {pegging}. It wins {share} of the games.", parts);
}

/** What a card brings by the end of the play. @param {CardLine} line */
const describePlay = ({ pegging, win }) =>
  gettext("It brings {later} by the end of the play, on average. It wins {share} of the games.", { later: signed(pegging, 1), share: formatChance(win) });

/** How far a line is behind the best. @param {ThrowLine|CardLine} line @param {ThrowLine|CardLine} best */
function behind(line, best) {
  const lost = signed(100 * (line.win - best.win));
  return Number(lost) === 0 ? gettext("just as good") : gettext("{lost}%", { lost });
}

/**
 * The best line with a reason in words, its figures, and how far the others are behind it.
 * @param {(ThrowLine|CardLine)[]} lines the best first @param {{isMyCrib: boolean, pile: string[]}} at @returns {HintText}
 */
export function describeHint(lines, { isMyCrib, pile }) {
  const [best, ...rest] = lines;
  const others = rest.map((line) => ({ cards: signs(line), behind: behind(line, best) }));
  const cards = signs(best);
  if (!best.thrown) return { does: gettext("Play {cards}.", { cards }), why: explainPlay(lines, pile), figures: describePlay(best), others };
  return {
    does: gettext("Throw {cards}.", { cards }),
    why: `${explainHand(best)} ${explainCrib(lines, isMyCrib)}`,
    figures: describeThrow(best, isMyCrib),
    others,
  };
}
