/** Explains why the best choice is best, in the words of hints and reviews. Pure. */

import { cardReasons, compareCard, sayCard } from "../../game/advice/card-words.js";
import { compareThrow, explainThrow } from "../../game/advice/throw-words.js";
import { areSameCards } from "../../ui/cards/card-values.js";

const CERTAIN = 1_000_000;

/**
 * @param {{seat: number, view: object}} exercise @param {{cards: string[], win: number}[]} lines the best first
 * @param {string[]} mine  the answer
 */
export function explainAnswer({ seat, view }, lines, mine) {
  const stand = {
    isMyCrib: view.dealer === seat,
    mine: view.scores[seat],
    theirs: view.scores[1 - seat],
    target: view.target,
  };
  const own = lines.find(({ cards }) => areSameCards(cards, mine));
  const isBest = own.win === lines[0].win;
  return view.phase === "throw"
    ? sayOfThrow(view, stand, lines, own, isBest)
    : sayOfCard(seat, view, stand, lines, own, isBest);
}

function sayOfThrow({ hand }, stand, lines, own, isBest) {
  const asLine = (line) => (
    { ...line, thrown: line.cards, kept: hand.filter((card) => !line.cards.includes(card)), win: line.win / CERTAIN }
  );
  return isBest ? explainThrow(lines.map(asLine), stand).why : compareThrow(lines.map(asLine), asLine(own), stand);
}

function sayOfCard(seat, view, stand, lines, own, isBest) {
  const asLine = (line) => ({ card: line.cards[0], now: line.now, pegging: line.pegging, win: line.win / CERTAIN });
  const position = {
    ...stand, hand: view.hand, pile: view.pile,
    seen: [...view.hand, ...view.played.map(([, card]) => card), ...view.throw, view.starter],
    theyPassed: view.pile.length > 0 && view.played.at(-1)[0] === seat,
  };
  const [best, ...others] = lines.map(asLine);
  return isBest ? sayCard(cardReasons(position, best, others)) : compareCard([best, ...others], asLine(own), position);
}
