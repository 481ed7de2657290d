/**
 * Checks the shape of frames with cards, as docs/reference/protocol.md describes them. A malformed frame cannot be
 * compared.
 */

import { both, card, isObject, oneOf, orNull, score, seat, some, whole } from "../../fairness/transcript-shape.js";
import { pipTotal } from "../../../ui/cards/card-values.js";

/** @typedef {(value: any) => boolean} Shape */

/** An object with at least these fields. @returns {Shape} */
const has = (shapes) => (value) =>
  isObject(value) && Object.entries(shapes).every(([name, shape]) => shape(value[name]));
const orLeftOut = (shape) => (value) => value === undefined || orNull(shape)(value);

const deal = whole(1, 255);
const four = some(card, 4, 4);
const points = whole(0, 29);
const what = oneOf("hand", "crib");

const isLaid = has({ seat, what, cards: four, starter: card });
const isLaidWithParts = has(
  { seat, what, cards: four, starter: card, points, parts: some(has({ points, cards: some(card) })) },
);

/** A page shows the parts of a count, which use its cards, and their sum. */
const isCount = (value) =>
  isLaidWithParts(value) && value.parts.reduce((sum, part) => sum + part.points, 0) === value.points &&
  value.parts.every(({ cards }) => cards.every((each) => each === value.starter || value.cards.includes(each)));
const isShow = (value) =>
  has({ deal, dealer: seat, starter: card, counts: some(isCount, 0, 3) })(value) &&
    value.counts.every(({ starter }) => starter === value.starter);
const isPlayed = (value) => Array.isArray(value) && value.length === 2 && seat(value[0]) && card(value[1]);

/** The cards of the current count are the last that were played, and add up to the count. */
const isPile = ({ pile, count, played }) =>
  pile.every((each, n) => each === played[played.length - pile.length + n]?.[1]) && count === pipTotal(pile);

/** No card is in two places. */
function isOneDeck({ hand, throw: thrown, played, starter }) {
  const cards = [...(hand ?? []), ...(thrown ?? []), ...played.map(([, each]) => each), ...(starter ? [starter] : [])];
  return new Set(cards).size === cards.length;
}

const isTable = has({
  phase: oneOf("cut", "deal", "throw", "play", "count", "call", "over"),
  deal: whole(0, 255),
  dealer: orNull(seat),
  scores: both(score),
  cut: some(both(card), 0, 26),
  hand: orLeftOut(some(card, 0, 6)),
  throw: orLeftOut(some(card, 0, 2)),
  playable: orLeftOut(some(card, 0, 4)),
  pile: some(card, 0, 8),
  starter: orNull(card),
  played: some(isPlayed, 0, 8),
  show: orLeftOut(isShow),
  laid: orLeftOut(isLaid),
  open: orLeftOut(has({ dealt: both(some(card, 6, 6)), throws: both(some(card, 0, 2)) })),
});

/** @type {Shape} */
export const isView = (view) => isTable(view) && isPile(view) && isOneDeck(view);

const EVENTS = {
  __proto__: null, // an event may have any name
  cut_for_deal: has({ cards: both(card), dealer: orNull(seat) }),
  dealt: has({ number: deal, dealer: seat }),
  starter: has({ card }),
  played: has({ seat, card }),
  pegged: has({ seat, score }),
  laid_open: isLaid,
  counted: isCount,
};
const isEvent = (value) => isObject(value) && typeof value.e === "string" && (EVENTS[value.e]?.(value) ?? true);

/** @type {Shape} */
export const isEventFrame = has({ events: some(isEvent), view: isView });

const isPastMove = has({ ply: whole(1, 100_000), events: some(isEvent) });

/** @type {Shape} */
export const isTableFrame = has(
  { you: orNull(seat), view: isView, history: (value) => value === undefined || some(isPastMove)(value) },
);

/** @type {Shape} */
export const isReceiptsFrame = has({ since: whole(0, 1000), notes: some((note) => typeof note === "string") });
