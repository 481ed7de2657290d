/** Explains why the best choice is better than the one that was made, in the words of a hint. Pure. */

import { cardReasons, compareCard, sayCard } from "../../game/advice/card-words.js";
import { compareThrow, explainThrow } from "../../game/advice/throw-words.js";

const CERTAIN = 1_000_000;

/** @param {import("./decision-texts.js").Decision} decision @param {import("../../game/scene/stops.js").Stop} stop */
const standOf = ({ seat }, { before: { scene } }) =>
  ({ isMyCrib: scene.dealer === seat, mine: scene.scores[seat], theirs: scene.scores[1 - seat], target: scene.target });

function explainThrown(decision, stop) {
  const six = stop.before.cards.dealt[decision.seat];
  const lineOf = (line) => (
    { ...line, thrown: line.cards, kept: six.filter((card) => !line.cards.includes(card)), win: line.win / CERTAIN }
  );
  const lines = decision.lines.map(lineOf);
  const stand = standOf(decision, stop);
  return decision.lost ? compareThrow(lines, lineOf(decision.made), stand) : explainThrow(lines, stand).why;
}

function explainPlayed(decision, stop) {
  const { scene, cards } = stop.before;
  const { seat } = decision;
  const hand = cards.hands[seat];
  const position = {
    ...standOf(decision, stop), hand, pile: scene.pile,
    seen: [...hand, ...scene.played.map(([, card]) => card), ...cards.throws[seat], scene.starter],
    theyPassed: scene.pile.length > 0 && scene.played.at(-1)[0] === seat,
  };
  const lineOf = (line) => ({ card: line.cards[0], now: line.now, pegging: line.pegging, win: line.win / CERTAIN });
  const lines = decision.lines.map(lineOf);
  if (decision.lost) return compareCard(lines, lineOf(decision.made), position);
  return sayCard(cardReasons(position, lines[0], lines.slice(1)));
}

const SORTS = { throw: explainThrown, card: explainPlayed };

/**
 * @param {import("./decision-texts.js").Decision} decision
 * @param {import("../../game/scene/stops.js").Stop} stop  of the decision
 */
export const explainDecision = (decision, stop) => SORTS[decision.sort]?.(decision, stop) ?? "";
