/**
 * Describes a reviewed decision: what was done, what Advanced would do, the reason, and the cost. Pure.
 *
 * @typedef {{cards: string[], claim?: number, win: number, points: number, hand?: number, crib?: number,
 *   pegging?: number, now?: number}} Line
 * @typedef {{ply: number, deal: number, seat: number, sort: "throw"|"card"|"claim"|"call", made: Line, best: Line,
 *   lines: Line[], rank: number, of: number, lost: number, lost_points: number, grade: string}} Decision
 */

import { fixed, formatPercent } from "../../ui/words/number-format.js";
import { gettext, pgettext } from "../../ui/translate.js";
import { signs } from "../../game/scene/move-notes.js";

/** Grades, the best first: their names, also within a sentence, and the sign of the costly ones. */
export const GRADES = {
  best: { name: gettext("Best"), inLine: gettext("best"), sign: "" },
  good: { name: gettext("Good"), inLine: gettext("good"), sign: "" },
  inaccuracy: { name: gettext("Inaccuracy"), inLine: gettext("inaccuracy"), sign: "?!" },
  mistake: { name: gettext("Mistake"), inLine: gettext("mistake"), sign: "?" },
  blunder: { name: gettext("Blunder"), inLine: gettext("blunder"), sign: "??" },
};

/** The decisions that cost something, in the order of the game. */
export const mistakesOf = (decisions) => decisions.filter(({ grade }) => GRADES[grade].sign);

/** Whether a mistake can come back in the trainer. @param {Decision} decision */
export const isTrained = ({ sort, lost }) => (sort === "throw" || sort === "card") && lost >= 25_000;

const MOST_WORST = 3;
const A_GAME = 1_000_000;
const ENOUGH = 0.05; // points that are visible after rounding

/** The texts for each kind of decision: `mine` for the reader's own. */
const SORTS = {
  throw: {
    noun: gettext("Discard"),
    does: ({ cards }) => signs(cards),
    head: (it, mine) => (
      mine
        ? gettext("Your discard: {grade} ({rank} of {of})", it)
        : gettext("{name}’s discard: {grade} ({rank} of {of})", it)
    ),
    done: (it, mine) => (mine ? gettext("You discard {made}.", it) : gettext("{name} discards {made}.", it)),
    best: (it, mine) => (
      mine
        ? gettext("You discard {made}. So would Advanced.", it)
        : gettext("{name} discards {made}. So would Advanced.", it)
    ),
    better: (it) => gettext("Advanced would discard {best} and win {share} more games from here.", it),
  },
  card: {
    noun: gettext("Card"),
    does: ({ cards }) => signs(cards),
    head: (it, mine) => (
      mine ? gettext("Your card: {grade} ({rank} of {of})", it) : gettext("{name}’s card: {grade} ({rank} of {of})", it)
    ),
    done: (it, mine) => (mine ? gettext("You play {made}.", it) : gettext("{name} plays {made}.", it)),
    best: (it, mine) => (
      mine ? gettext("You play {made}. So would Advanced.", it) : gettext("{name} plays {made}. So would Advanced.", it)
    ),
    better: (it) => gettext("Advanced would play {best} and win {share} more games from here.", it),
  },
  claim: {
    noun: pgettext("decision", "Count"),
    does: ({ claim }) => String(claim),
    head: (it, mine) => (
      mine
        ? gettext("Your count: {grade} ({rank} of {of})", it)
        : gettext("{name}’s count: {grade} ({rank} of {of})", it)
    ),
    done: (it, mine) => (mine ? gettext("You claim {made}.", it) : gettext("{name} claims {made}.", it)),
    best: (it, mine) => (
      mine
        ? gettext("You claim {made}. So would Advanced.", it)
        : gettext("{name} claims {made}. So would Advanced.", it)
    ),
    better: (it) => gettext("Advanced would claim {best} and win {share} more games from here.", it),
  },
  call: {
    noun: gettext("Call"),
    does: ({ claim }) => (claim ? String(claim) : gettext("nothing")),
    head: (it, mine) => (
      mine ? gettext("Your call: {grade} ({rank} of {of})", it) : gettext("{name}’s call: {grade} ({rank} of {of})", it)
    ),
    done: (it, mine) => (mine ? gettext("You call {made}.", it) : gettext("{name} calls {made}.", it)),
    best: (it, mine) => (
      mine ? gettext("You call {made}. So would Advanced.", it) : gettext("{name} calls {made}. So would Advanced.", it)
    ),
    better: (it) => gettext("Advanced would call {best} and win {share} more games from here.", it),
  },
};

export const formatTenths = (points) => fixed(Math.abs(points), 1);
const signedTenths = (points) => `${points <= -ENOUGH ? "−" : ""}${formatTenths(points)}`;

/** Millionths of a game as percent: "1.2%". */
export const formatShare = (millionths) => formatPercent(millionths / 10_000);

/** The cost of all decisions of a game: "12.3%", or in words if it is more than a game. */
export const formatLost = (millionths) =>
  millionths > A_GAME
    ? gettext("more than a game ({n})", { n: fixed(millionths / A_GAME, 1) })
    : formatShare(millionths);

export const isBest = ({ rank, lost }) => rank === 1 || lost === 0;

/**
 * The costliest mistakes of a seat, or for a watcher (null) of both, the worst first.
 * @param {Decision[]} decisions @param {number|null} seat
 */
export const worstOf = (decisions, seat) =>
  mistakesOf(decisions).filter((each) => seat === null || each.seat === seat).sort(
    (one, other) => other.lost - one.lost,
  ).slice(0, MOST_WORST);

/** "Deal 3: 9♣ K♦, not 9♣ 10♦ (mistake, 4.1%)" */
export const describeMistake = ({ deal, sort, made, best, grade, lost }) =>
  gettext("Deal {deal}: {made}, not {best} ({grade}, {share})", {
    deal, made: SORTS[sort].does(made), best: SORTS[sort].does(best), grade: GRADES[grade].inLine,
    share: formatShare(lost),
  });

/** "Your throw: inaccuracy (4 of 15)" */
export const describeGrade = ({ seat, sort, grade, rank, of }, who) =>
  SORTS[sort].head({ name: who.names[seat], grade: GRADES[grade].inLine, rank, of }, seat === who.you);

/** Describes the decision, and a better one. `why` has the words of a hint. */
export function describeDecision(decision, why, who) {
  const { seat, sort, made, best, lost } = decision;
  const tell = SORTS[sort];
  const it = { name: who.names[seat], made: tell.does(made), best: tell.does(best), share: formatShare(lost) };
  const mine = seat === who.you;
  const done = isBest(decision) ? tell.best(it, mine) : `${tell.done(it, mine)} ${tell.better(it)}`;
  return [
    done,
    sort === "claim" && best.claim > made.claim ? heldMore(seat, who) : speakFrom(seat, why, who),
  ].filter(Boolean).join(" ");
}

/** Words that say "you", for the player in that seat. */
export const speakFrom = (seat, why, who) =>
  !why || seat === who.you ? why : gettext("In {name}’s place: {words}", { name: who.names[seat], words: why });

const heldMore = (seat, who) =>
  seat === who.you
    ? gettext("Your hand was worth more.")
    : gettext("{name}’s hand was worth more.", { name: who.names[seat] });

const COLUMNS = {
  throw: ["hand", "crib", "pegging", "points", "win"],
  card: ["now", "pegging", "win"],
  claim: ["points", "win"],
  call: ["points", "win"],
};
const HEADS = {
  hand: gettext("Hand"), crib: gettext("Crib"), now: pgettext("hand without the starter", "Now"),
  pegging: gettext("Pegs"), points: gettext("Total"),
  win: gettext("Wins"),
};

const same = (one, other) => signs(one.cards) === signs(other.cards) && one.claim === other.claim;

/**
 * The best few choices as a table, including the one that was made.
 * @returns {{heads: string[], rows: {name: string, figures: string[], isMade: boolean}[]}}
 */
export function lineRows({ sort, seat, made, lines }, owner) {
  const all = lines.some((line) => same(line, made)) ? lines : [...lines, made];
  const shown = {
    crib: (line) => signedTenths(owner === seat ? line.crib : -line.crib),
    now: (line) => String(line.now),
    win: (line) => formatShare(line.win),
  };
  const figure = (line, what) => (shown[what] ?? ((each) => signedTenths(each[what])))(line);
  return {
    heads: [SORTS[sort].noun, ...COLUMNS[sort].map((what) => HEADS[what])],
    rows: all.map((line) => ({
      name: SORTS[sort].does(line),
      figures: COLUMNS[sort].map((what) => figure(line, what)),
      isMade: same(line, made),
    })),
  };
}

/** Describes a move without a choice. */
export function describeNoDecision({ events: [first], seat, move }, who) {
  if (seat === null || first.e === "over") return gettext("No decision here.");
  if (first.e === "counted") return gettext("The count is automatic: no decision here.");
  if (move.kind === "play" || move.kind === "go") {
    return seat === who.you
      ? gettext("You had no choice.")
      : gettext("{name} had no choice.", { name: who.names[seat] });
  }
  return gettext("Nothing to grade here.");
}
