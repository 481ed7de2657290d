/**
 * Compares a discard with the best, and explains the difference. Pure.
 *
 * @typedef {{thrown: string[], hand: number, crib: number, pegging: number, points: number}} Line  averages
 * @typedef {{six: string[], dealer: boolean, lines: Line[]}} Thrown  the best line first
 */

import { cardSign } from "../../ui/cards/card-names.js";
import { pipTotal, rank } from "../../ui/cards/card-values.js";
import { fixed, signed } from "../../ui/words/number-format.js";
import { gettext } from "../../ui/translate.js";

export const signs = (cards) => cards.map(cardSign).join(" ");

/** @param {Line[]} lines @param {string[]} two */
export const findLine = (lines, two) => lines.find(({ thrown }) => two.every((card) => thrown.includes(card)));

const sentences = (...said) => said.filter(Boolean).join(" ");

/** The crib's value for the discarding player. */
export const cribValue = (line, dealer) => (dealer ? line.crib : -line.crib);

/** Differences below this are not mentioned. */
const NOTICED = 0.25;

/** The parts that lost points, the greatest loss first. @param {Line} mine @param {Line} best */
function losses(mine, best, dealer) {
  const by = [
    { lost: best.hand - mine.hand, says: (n) => gettext("You keep a hand worth {n} less.", { n }) },
    {
      lost: cribValue(best, dealer) - cribValue(mine, dealer),
      says: (n) => (
        dealer ? gettext("You give your crib {n} less.", { n }) : gettext("You give their crib {n} more.", { n })
      ),
    },
    { lost: best.pegging - mine.pegging, says: (n) => gettext("The play brings you {n} less.", { n }) },
  ];
  return by.filter(({ lost }) => lost >= NOTICED).sort((one, other) => other.lost - one.lost);
}

/** Cards that go together, and are valuable in a crib. */
const TOGETHER = [
  {
    is: ([one, other]) => rank(one) === rank(other),
    yours: () => gettext("A pair goes well into your own crib."),
    theirs: () => gettext("A pair is a gift to their crib."),
  },
  {
    is: (two) => two.some((card) => card[0] === "5"),
    yours: () => gettext("A five is the best card your crib can get."),
    theirs: () => gettext("A five is the best card a crib can get, and this one is theirs."),
  },
  {
    is: (two) => pipTotal(two) === 15,
    yours: () => gettext("Two cards that make fifteen are certain points for your crib."),
    theirs: () => gettext("Two cards that make fifteen are certain points for their crib."),
  },
  {
    is: ([one, other]) => Math.abs(rank(one) - rank(other)) === 1,
    yours: () => gettext("Neighbouring cards may become a run in your crib."),
    theirs: () => gettext("Neighbouring cards may become a run in their crib."),
  },
];

/** The strength of the best discard. @param {string[]} two */
function describeStrength(two, dealer) {
  const together = TOGETHER.find(({ is }) => is(two));
  if (dealer) return together?.yours() ?? "";
  return together ? "" : gettext("Cards that don’t work together are just right for their crib.");
}

/** The weakness of a discard that is not the best. @param {string[]} two */
const describeWeakness = (two, dealer) => (dealer ? "" : TOGETHER.find(({ is }) => is(two))?.theirs() ?? "");

/** @param {Thrown} hand @param {string[]} two @returns {{isBest: boolean, says: string}} */
export function describeThrow({ dealer, lines }, two) {
  const [best] = lines;
  const mine = findLine(lines, two);
  const cost = best.points - mine.points;
  if (cost < 0.005) {
    return { isBest: true, says: sentences(gettext("The best discard."), describeStrength(two, dealer)) };
  }
  const says = sentences(
    gettext("{cards} would be {cost} points better.", { cards: signs(best.thrown), cost: fixed(cost, 1) }),
    ...losses(mine, best, dealer).slice(0, 2).map(({ lost, says }) => says(fixed(lost, 1))),
    describeWeakness(two, dealer) || describeStrength(best.thrown, dealer),
  );
  return { isBest: false, says };
}

/** The figures of a discard for the table. @param {Line} line */
export const formatLine = (line, dealer) => ({
  thrown: signs(line.thrown),
  hand: fixed(line.hand, 1),
  crib: signed(cribValue(line, dealer), 1),
  pegging: signed(line.pegging, 1),
  points: fixed(line.points, 1).replace("-", "−"),
});
