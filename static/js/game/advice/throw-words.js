/**
 * Explains why a discard is good, with reasons that follow from the cards and the figures. Pure.
 *
 * @typedef {{thrown: string[], kept: string[], hand: number, low: number, crib: number, pegging: number,
 *   points: number, win: number}} ThrowLine  averages; `crib` is the crib's value, no matter whose it is
 * @typedef {{isMyCrib: boolean, mine: number, theirs: number, target: number}} Stand
 * @typedef {{kind: string} & Record<string, any>} Reason
 */

import { score, scoreFour, sum } from "../engine/scoring.js";
import { cardSign, rankSign } from "../../ui/cards/card-names.js";
import { areSameCards, DECK, pipTotal, rank, sortCards } from "../../ui/cards/card-values.js";
import { numberInWords } from "../../ui/words/number-words.js";
import { formatList, gettext } from "../../ui/translate.js";
import { JUST_AS_GOOD, less, more, NOTICED } from "./amounts.js";
import { describeStand } from "./stand.js";

// A word joiner prevents a line break after a hyphen.
const ranks = (cards) => sortCards(cards).map(rankSign).join("-\u2060");
const signs = (cards) => sortCards(cards).map(cardSign).join(" ");

/** The crib's value for the discarding player. */
const cribWorth = (line, isMyCrib) => (isMyCrib ? line.crib : -line.crib);

/** The points of four cards without a starter. */
const countNow = (kept) => sum(scoreFour(kept).map(({ points }) => points));

// Cribs that are noticeably better, or worse, than usual: a fifth to a third of all discards each.
const RICH = { mine: 5.5, theirs: 5 };
const POOR = { mine: 4.5, theirs: 4 };

/** How two cards go together: the reason why a crib with them is rich, and `apart` why it is poor. */
const TOGETHER = [
  { why: "pair", is: ([one, other]) => rank(one) === rank(other) },
  { why: "five", is: (two) => two.some((card) => card[0] === "5") },
  { why: "fifteen", is: (two) => pipTotal(two) === 15 },
  { why: "touching", is: ([one, other]) => Math.abs(rank(one) - rank(other)) === 1 },
  { why: "close", is: ([one, other]) => Math.abs(rank(one) - rank(other)) === 2 },
  { why: "apart", is: () => true },
];

/**
 * Describes what the two discarded cards do in the crib: its average, and the reason if the cards explain it.
 * @returns {Reason}
 */
export function cribReason({ thrown, crib }, isMyCrib) {
  const side = isMyCrib ? "mine" : "theirs";
  const size = crib >= RICH[side] ? "rich" : crib <= POOR[side] ? "poor" : "usual";
  const { why = null } = TOGETHER.find(({ is }) => is(thrown)) ?? {};
  const isFitting = { rich: why !== "apart", poor: why === "apart", usual: false }[size];
  return { kind: "crib", side, size, why: isFitting ? why : null, cards: thrown };
}

const GROWS = 4; // points that a starter adds, to be worth a sentence
const MOST_NAMED = 3;

/** Whether a hand is kept for its potential: it gains more than most, or another counts more without the starter. */
const waits = (best, others) =>
  best.hand - countNow(best.kept) >= 2.75 ||
    others.some((line) => countNow(line.kept) > countNow(best.kept) && line.hand < best.hand);

/** The starters that improve the hand most, if it is kept for them. @returns {Reason|null} */
function growth(best, others) {
  if (!waits(best, others)) return null;
  const { kept, thrown } = best;
  const now = countNow(kept);
  const unseen = DECK.filter((card) => !kept.includes(card) && !thrown.includes(card));
  const least = new Map();
  for (const starter of unseen) {
    const { total } = score({ cards: kept, starter });
    least.set(starter[0], Math.min(total, least.get(starter[0]) ?? total));
  }
  const byTotal = [...least].filter(([, total]) => total - now >= GROWS).sort(([, one], [, other]) => other - one);
  const named = byTotal.slice(0, MOST_NAMED).sort(([one], [other]) => rank(one) - rank(other));
  if (!named.length) return null;
  return { kind: "grows", ranks: named.map(([each]) => each), total: Math.min(...named.map(([, total]) => total)) };
}

const by = (best, other, isMyCrib) => ({
  hand: best.hand - other.hand,
  crib: cribWorth(best, isMyCrib) - cribWorth(other, isMyCrib),
  pegging: best.pegging - other.pegging,
});

/** The part in which another discard loses most against the best. @returns {Reason} */
function behind(best, other, isMyCrib) {
  const cards = other.thrown;
  if (best.win - other.win < JUST_AS_GOOD) return { kind: "as good", cards };
  if (other.points >= best.points) return { kind: "fewer wins", cards };
  const [part, lost] = Object.entries(by(best, other, isMyCrib)).sort(([, one], [, two]) => two - one)[0];
  return { kind: "behind", cards, part, side: isMyCrib ? "mine" : "theirs", by: lost };
}

/** A discard that keeps more points, but pays for them elsewhere. */
const isDearer = (best, other, isMyCrib) => {
  const gains = by(best, other, isMyCrib);
  return gains.hand <= -NOTICED && gains.crib >= NOTICED && best.points > other.points;
};

/**
 * Describes the part of the position that decides apart from points.
 * @param {ThrowLine} best
 * @param {ThrowLine[]} others
 * @param {Stand} stand
 * @returns {Reason[]}
 */
function standReasons(best, others, { isMyCrib, mine, theirs, target }) {
  const need = target - mine;
  const stand = { kind: "stand", need, theyNeed: target - theirs, countsFirst: !isMyCrib };
  if (!isMyCrib && best.low >= need) return [{ kind: "enough", need, low: best.low }];
  const richer = others.find((line) => line.points - best.points >= NOTICED && best.win - line.win >= JUST_AS_GOOD);
  return richer ? [stand, { kind: "wins first", cards: richer.thrown }] : [];
}

/**
 * Explains why the best discard is the best. `lines` has it first, and then the next best.
 * @param {ThrowLine[]} lines @param {Stand} stand @returns {Reason[]}
 */
export function throwReasons([best, ...others], stand) {
  const { isMyCrib } = stand;
  const crib = cribReason(best, isMyCrib);
  const dearer = others.find((line) => isDearer(best, line, isMyCrib));
  const keep = { kind: "keep", cards: best.kept, now: countNow(best.kept) };
  const decisive = standReasons(best, others, stand);
  if (decisive.length) return [keep, crib, ...decisive];
  return [
    keep,
    growth(best, others),
    crib,
    dearer && { kind: "dearer", side: crib.side, cards: dearer.kept },
  ].filter(Boolean);
}

/**
 * Explains why the other discard is worse.
 * @param {ThrowLine} best
 * @param {ThrowLine} other
 * @param {Stand} stand
 * @returns {Reason[]}
 */
export function otherThrowReasons(best, other, { isMyCrib }) {
  const lost = behind(best, other, isMyCrib);
  const crib = cribReason(other, isMyCrib);
  const isCribWhy = lost.kind === "behind" && lost.part === "crib" && crib.why &&
    crib.size === (isMyCrib ? "poor" : "rich");
  return isCribWhy ? [lost, crib] : [lost];
}

const WHY = {
  pair: () => gettext("a pair"),
  five: () => gettext("a five, which makes fifteens"),
  fifteen: () => gettext("they make fifteen"),
  touching: () => gettext("they touch, and may become a run"),
  close: () => gettext("they are close, and may become a run"),
  apart: () => gettext("they don’t work together"),
};

const CRIBS = {
  mine: {
    rich: (it) => (
      it.why ? gettext("{cards} is good in your crib: {why}.", it) : gettext("{cards} is good in your crib.", it)
    ),
    usual: (it) => gettext("{cards} does as well as most in your crib.", it),
    poor: (it) => (
      it.why ? gettext("{cards} brings your crib little: {why}.", it) : gettext("{cards} brings your crib little.", it)
    ),
  },
  theirs: {
    rich: (it) => (
      it.why ? gettext("{cards} is risky in their crib: {why}.", it) : gettext("{cards} is risky in their crib.", it)
    ),
    usual: (it) => gettext("{cards} gives their crib no more than most.", it),
    poor: (it) => (
      it.why ? gettext("{cards} is safe in their crib: {why}.", it) : gettext("{cards} is safe in their crib.", it)
    ),
  },
};

const BEHIND = {
  hand: (it, amount) => gettext("{cards}: the hand is worth {amount}.", { ...it, amount: less(amount) }),
  crib: (it, amount, side) =>
    side === "mine"
      ? gettext("{cards}: your crib gets {amount}.", { ...it, amount: less(amount) })
      : gettext("{cards}: their crib gets {amount}.", { ...it, amount: more(amount) }),
  pegging: (it, amount) => gettext("{cards}: the play brings {amount}.", { ...it, amount: less(amount) }),
};

/** The sentence for each kind of reason. */
const SAYS = {
  keep: ({ cards, now }) =>
    now
      ? gettext("Keep {cards}: {points} now.", { cards: ranks(cards), points: numberInWords(now) })
      : gettext("Keep {cards}: nothing yet.", { cards: ranks(cards) }),
  grows: ({ ranks: named, total }) =>
    gettext(
      "With {starter} turned up it’s {total} or more.",
      { starter: formatList(named.map((each) => rankSign(each)), "disjunction"), total },
    ),
  crib: ({ side, size, why, cards }) => CRIBS[side][size]({ cards: ranks(cards), why: why && WHY[why]() }),
  dearer: ({ side, cards }) =>
    side === "mine"
      ? gettext("{cards} is the better hand, but costs your crib more than that.", { cards: ranks(cards) })
      : gettext("{cards} is the better hand, but gives their crib more than that.", { cards: ranks(cards) }),
  stand: describeStand,
  enough: ({ need, low }) =>
    gettext("You need {need} and count first: whatever is turned up, this hand counts at least {low}.", { need, low }),
  "wins first": ({ cards }) =>
    gettext("{cards} brings more points, but here it wins fewer games.", { cards: signs(cards) }),
  "as good": ({ cards }) => gettext("{cards} is just as good.", { cards: signs(cards) }),
  "fewer wins": ({ cards }) =>
    gettext("{cards} brings no fewer points, but at this score it wins fewer games.", { cards: signs(cards) }),
  behind: ({ cards, part, side, by: lost }) => BEHIND[part]({ cards: signs(cards) }, lost, side),
};

/** @param {Reason[]} reasons */
export const sayThrow = (reasons) => reasons.map((reason) => SAYS[reason.kind](reason)).join(" ");

/** The first line with other ranks than the best: suits do not make a discard different. @param {ThrowLine[]} lines */
export const nextBest = ([best, ...others]) =>
  others.find(({ thrown }) => ranks(thrown) !== ranks(best.thrown)) ?? others[0];

/**
 * Whether a discard was already named as one that brings more points.
 * @param {Reason[]} reasons
 * @param {ThrowLine} line
 */
const isNamed = (reasons, { thrown }) =>
  reasons.some(({ kind, cards }) => kind === "wins first" && areSameCards(cards, thrown));

/**
 * The advice in words: why the best is best, and how the next best is worse.
 * @param {ThrowLine[]} lines
 * @param {Stand} stand
 */
export function explainThrow(lines, stand) {
  const next = nextBest(lines);
  const reasons = throwReasons(lines, stand);
  const why = sayThrow(reasons);
  if (!next || isNamed(reasons, next)) return { why, next: "" };
  return { why, next: gettext("Next best, {says}", { says: sayThrow(otherThrowReasons(lines[0], next, stand)) }) };
}

/**
 * Explains why the best discard is better than the one that was made.
 * @param {ThrowLine[]} lines
 * @param {ThrowLine} made
 * @param {Stand} stand
 */
export function compareThrow([best, ...lines], made, stand) {
  const others = [made, ...lines.filter(({ thrown }) => !areSameCards(thrown, made.thrown))];
  const reasons = throwReasons([best, ...others], stand);
  return sayThrow(isNamed(reasons, made) ? reasons : [...reasons, ...otherThrowReasons(best, made, stand)]);
}
