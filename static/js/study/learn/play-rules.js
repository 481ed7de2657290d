/**
 * The rules of the play, as in game/engine/play.py: both seats play a card in turn, up to thirty-one. Pure.
 *
 * @typedef {import("../../game/engine/pegging.js").Pegged} Pegged
 * @typedef {{hands: [string[], string[]], pile: string[], count: number, turn: 0|1|null, gone: 0|1|null}} Play
 *   `turn` null: all cards are played; `gone`: who has said go in this count
 * @typedef {{e: "played", seat: 0|1, card: string, count: number} | {e: "go", seat: 0|1}
 *   | {e: "pegged", seat: 0|1, parts: Pegged[]} | {e: "new count", seat: 0|1}} Event
 */

import { LIMIT, scorePlay } from "../../game/engine/pegging.js";
import { pipValue } from "../../ui/cards/card-values.js";

/** @param {[string[], string[]]} hands @param {0|1} leads pone @returns {Play} */
export const startPlay = (hands, leads) => ({ hands, pile: [], count: 0, turn: leads, gone: null });

/** The cards of a hand that keep the count within thirty-one. */
export const playableCards = (hand, total) => hand.filter((card) => total + pipValue(card) <= LIMIT);

/** The seat at turn plays a legal card. @param {Play} play @returns {{play: Play, events: Event[]}} */
export function playCard(play, card) {
  const seat = play.turn;
  const hands = play.hands.map((hand, n) => (n === seat ? hand.filter((held) => held !== card) : hand));
  const after = { ...play, hands, pile: [...play.pile, card], count: play.count + pipValue(card) };
  const parts = scorePlay(play.pile, card);
  const events = [{ e: "played", seat, card, count: after.count }];
  if (parts.length) events.push({ e: "pegged", seat, parts });
  return nextAfterCard(after, seat, events);
}

/** The seat at turn has no playable card. @param {Play} play @returns {{play: Play, events: Event[]}} */
export function declareGo(play) {
  const seat = play.turn;
  const after = { ...play, gone: seat, turn: 1 - seat };
  const events = [{ e: "go", seat }];
  return playableCards(play.hands[1 - seat], play.count).length
    ? { play: after, events }
    : scoreGo(after, 1 - seat, events);
}

/** The seat whose turn it is after a card: the other's, unless they cannot go on. Then the count may be over. */
function nextAfterCard(play, last, events) {
  const other = 1 - last;
  if (!play.hands.flat().length) {
    if (play.count !== LIMIT) events.push(onePoint(last, "last", play));
    return { play: { ...play, turn: null }, events };
  }
  if (play.count === LIMIT) return newCount(play, other, events);
  if (play.hands[other].length && play.gone !== other) return { play: { ...play, turn: other }, events };
  if (playableCards(play.hands[last], play.count).length) return { play: { ...play, turn: last }, events };
  return scoreGo(play, last, events);
}

/** Neither can play: one point for the last card, and the other leads a new count. */
const scoreGo = (play, last, events) => newCount(play, 1 - last, [...events, onePoint(last, "go", play)]);

const onePoint = (seat, kind, play) => (
  { e: "pegged", seat, parts: [{ kind, cards: play.pile.slice(-1), points: 1 }] }
);

function newCount(play, leads, events) {
  const seat = play.hands[leads].length ? leads : 1 - leads;
  return {
    play: { ...play, pile: [], count: 0, gone: null, turn: seat },
    events: [...events, { e: "new count", seat }],
  };
}
