/**
 * Explains why a card is good in the play, with reasons that follow from the cards and the figures. Pure.
 *
 * @typedef {{card: string, now: number, pegging: number, win: number}} CardLine  `pegging`: to the end of the play
 * @typedef {{hand: string[], pile: string[], seen: string[], theyPassed: boolean, isMyCrib: boolean, mine: number,
 *   theirs: number, target: number}} Position  `seen`: every card the player knows of; `theyPassed`: they can't play on
 * @typedef {{kind: string} & Record<string, any>} Reason
 */

import { pegPhrase } from "../scene/peg-phrases.js";
import { LIMIT, scorePlay } from "../engine/pegging.js";
import { rankSign } from "../../ui/cards/card-names.js";
import { DECK, pipTotal, pipValue, rank } from "../../ui/cards/card-values.js";
import { gettext } from "../../ui/translate.js";
import { JUST_AS_GOOD, NOTICED } from "./amounts.js";
import { describeStand } from "./stand.js";

const MOST = 2; // reasons that are shown
const TRAPS = [5, 21]; // any ten-card makes fifteen or thirty-one of them
const LOW = 4; // of pips: too low to be made fifteen

const pointsFor = (pile, card) => scorePlay(pile, card).reduce((total, { points }) => total + points, 0);
const fits = (pile, card) => pipTotal(pile) + pipValue(card) <= LIMIT;
const left = ({ hand }, card) => hand.filter((each) => each !== card);

/** The unseen cards that would score on this one. */
const scoringReplies = ({ pile, seen, theyPassed }, card) =>
  theyPassed
    ? []
    : DECK.filter(
      (reply) => !seen.includes(reply) && fits([...pile, card], reply) && pointsFor([...pile, card], reply) > 0,
    );

const isAnswered = (position, card, reply) =>
  left(position, card).some(
    (mine) => fits([...position.pile, card, reply], mine) && pointsFor([...position.pile, card, reply], mine) > 0,
  );

/** Another card of its rank, for three of a kind if they pair it. */
function thirdOfItsKind({ hand, pile, seen, theyPassed }, card) {
  const third = left({ hand }, card).find((mine) => rank(mine) === rank(card));
  const canBePaired = !theyPassed && DECK.some((each) => rank(each) === rank(card) && !seen.includes(each));
  return third && canBePaired && pipTotal(pile) + 3 * pipValue(card) <= LIMIT ? third : null;
}

const next = (position, card) => left(position, card).filter((mine) => fits([...position.pile, card], mine));

/** Reasons about the rest of the play. Each returns what is true of a card and may not be of the other one, or null. */
const LATER = {
  "thirty-one": (position, card) =>
    position.theyPassed
      ? next(position, card).find((mine) => pipTotal([...position.pile, card, mine]) === LIMIT)
      : null,
  "play on": (position, card) => (position.theyPassed ? next(position, card)[0] : null),
  pair: (position, card) => thirdOfItsKind(position, card),
  safe: (position, card) => !position.theyPassed && scoringReplies(position, card).length === 0,
  low: ({ pile }, card) => !pile.length && pipValue(card) <= LOW,
  answered: (position, card) => {
    const replies = scoringReplies(position, card);
    return replies.length > 0 && replies.every((reply) => isAnswered(position, card, reply));
  },
};

/** Reasons that only exist in comparison with the other card. */
const BESIDE = {
  trap: (position, { card }, { card: other }) => {
    const [count, theirs] = [card, other].map((each) => pipTotal([...position.pile, each]));
    return !position.theyPassed && TRAPS.includes(theirs) && !TRAPS.includes(count)
      ? { count: theirs, card: other }
      : null;
  },
  fewer: (position, { card }, { card: other }) => {
    const [replies, theirs] = [card, other].map((each) => scoringReplies(position, each).length);
    return replies > 0 && replies < theirs ? { card: other } : null;
  },
  keeps: (position, { card }, { card: other }) =>
    pipValue(other) <= LOW && pipValue(card) > LOW && next(position, card).includes(other) ? { card: other } : null,
};

const later = ({ pegging, now }) => pegging - now;

/** @returns {Reason[]} */
function laterReasons(position, best, other) {
  if (other && later(best) < later(other)) return [];
  const alone = Object.entries(LATER).map(([kind, find]) => {
    const found = find(position, best.card);
    return found && !(other && find(position, other.card)) ? { kind, card: found === true ? best.card : found } : null;
  });
  const beside = other ? Object.entries(BESIDE).map(([kind, find]) => {
    const found = find(position, best, other);
    return found && { kind, ...found };
  }) : [];
  const [made, trap] = [alone.filter(Boolean), beside.filter(Boolean)];
  // Of two reasons that say the same (nothing scores on it, less scores on it), one is enough.
  return [...made, ...trap.filter(({ kind }) => kind !== "fewer" || !trap.some((each) => each.kind === "trap"))];
}

/** @returns {Reason|null} */
function nowReason({ pile, mine, target }, { card, now }) {
  if (!now) return null;
  const parts = scorePlay(pile, card);
  return { kind: now >= target - mine ? "wins" : "scores", card, now, parts };
}

/** Reasons from the figures, if points and the rest of the play do not explain it. @returns {Reason[]} */
function figureReasons({ isMyCrib, mine, theirs, target }, best, others) {
  const stand = { kind: "stand", need: target - mine, theyNeed: target - theirs, countsFirst: !isMyCrib };
  const richer = others.find((line) => line.pegging - best.pegging >= NOTICED && best.win - line.win >= JUST_AS_GOOD);
  if (richer) return [stand, { kind: "wins first", card: richer.card }];
  const eager = others.find((line) => line.now > best.now && best.pegging >= line.pegging);
  return eager ? [{ kind: "pays later", card: eager.card, now: eager.now }] : [];
}

/** @returns {Reason} */
function lastResort(best, others) {
  if (others.every(({ win }) => best.win - win < JUST_AS_GOOD)) return { kind: "no difference" };
  return others.every(({ pegging }) => pegging <= best.pegging) ? { kind: "pegs most" } : { kind: "wins most" };
}

/** Cards of one rank are equivalent in the play. */
const ofOtherRanks = (best, lines) => lines.filter(({ card }) => rank(card) !== rank(best.card));

/**
 * Explains why this card is better than another.
 * @param {Position} position @param {CardLine} best @param {CardLine[]} lines  the others, the main alternative first
 * @returns {Reason[]}
 */
export function cardReasons(position, best, lines) {
  const others = ofOtherRanks(best, lines);
  const figures = figureReasons(position, best, others);
  const scores = nowReason(position, best);
  if (scores?.kind === "wins") return [scores];
  const reasons = [scores, ...figures, ...laterReasons(position, best, others[0])].filter(Boolean);
  return reasons.length ? reasons.slice(0, MOST) : [lastResort(best, others)];
}

const call = ({ parts }) => pegPhrase({ kind: "play", says: "", parts });

/** The sentence for each kind of reason. */
const SAYS = {
  wins: (it) => gettext("It scores now, and wins the game: {call}.", { call: call(it) }),
  scores: (it) => gettext("It scores now: {call}.", { call: call(it) }),
  "pays later": ({ card, now }) =>
    gettext("The {card} scores {now} now, but this brings more by the end of the play.", { card: rankSign(card), now }),
  "wins first": ({ card }) =>
    gettext("The {card} brings more points, but here it wins fewer games.", { card: rankSign(card) }),
  stand: describeStand,
  "thirty-one": ({ card }) =>
    gettext("They can’t play, and your {card} then makes thirty-one.", { card: rankSign(card) }),
  "play on": ({ card }) => gettext("They can’t play, and your {card} still fits after it.", { card: rankSign(card) }),
  pair: ({ card }) =>
    gettext("If they pair it, your other {card} makes a pair royal for six.", { card: rankSign(card) }),
  safe: () => gettext("No reply to it makes fifteen, thirty-one, a pair or a run."),
  low: () => gettext("No card they play on it makes fifteen."),
  answered: () => gettext("Whatever they score on it, you can score back."),
  trap: ({ card, count }) =>
    count === 5
      ? gettext("The {card} would make it five, and then any ten-card makes fifteen.", { card: rankSign(card) })
      : gettext(
        "The {card} would make it twenty-one, and then any ten-card makes thirty-one.",
        { card: rankSign(card) },
      ),
  fewer: ({ card }) => gettext("Fewer cards score on it than on the {card}.", { card: rankSign(card) }),
  keeps: ({ card }) =>
    gettext("It keeps your {card}, which still fits after it: a low card for the go.", { card: rankSign(card) }),
  "pegs most": () => gettext("It does best in the rest of the play."),
  "wins most": () => gettext("It wins a little more often in the end."),
  "no difference": () => gettext("Here it makes no difference which card you play."),
};

/** @param {Reason[]} reasons */
export const sayCard = (reasons) => reasons.map((reason) => SAYS[reason.kind](reason)).join(" ");

/** The words for a hint. @param {CardLine[]} lines  the best first @param {Position} position */
export const explainCard = ([best, ...others], position) => sayCard(cardReasons(position, best, others));

/**
 * Explains why the best card is better than the one that was played.
 * @param {CardLine[]} lines
 * @param {CardLine} made
 * @param {Position} position
 */
export const compareCard = ([best, ...others], made, position) =>
  sayCard(cardReasons(position, best, [made, ...others.filter(({ card }) => card !== made.card)]));
