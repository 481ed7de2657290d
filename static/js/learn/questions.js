/** The lesson's questions in words, with a reply to every answer. Pure. */

import { cardName } from "../ui/card-names.js";
import { pipTotal } from "../ui/card-values.js";
import { gettext } from "../ui/translate.js";
import { score, suit } from "../game/scoring.js";

/** @typedef {import("./tasks/ask.js").Question} Question */

/** @returns {Question[]} */
export const race = () => [
  {
    asks: gettext("You stand at 7, your other peg at 3, and you score 5. Where does the peg behind go?"),
    board: [[7, 3], [5, 2]],
    pegs: [0, 5],
    answers: [
      { says: gettext("Hole 5"), why: gettext("Five is what you score now; you have seven already.") },
      { says: gettext("Hole 8"), why: gettext("That is five from the peg behind. Count on from the one in front: it shows your score.") },
      { says: gettext("Hole 12"), isRight: true, why: gettext("Seven and five are twelve. The peg at 7 stays to show where you came from.") },
    ],
  },
  {
    asks: gettext("You have 117 and score 8. What happens?"),
    board: [[117, 110], [112, 104]],
    pegs: [0, 8],
    answers: [
      { says: gettext("You need exactly 4"), why: gettext("It need not come out even: whoever gets to 121 or beyond is home.") },
      { says: gettext("You win at once"), isRight: true, why: gettext("121 it is, and the game is over. Points to spare count for nothing.") },
      { says: gettext("Your rival may still answer"), why: gettext("No: the first one home has won, whatever the other holds.") },
    ],
  },
];

const sumQuestion = (cards, wrong) => ({
  asks: gettext("What do these come to?"),
  cards,
  label: gettext("Cards"),
  answers: [...wrong, { says: String(pipTotal(cards)), isRight: true, why: gettext("{total} it is.", { total: pipTotal(cards) }) }].sort(
    (one, other) => Number(one.says) - Number(other.says),
  ),
});

/** @returns {Question[]} */
export const worth = () => [
  sumQuestion(["JS", "5D"], [{ says: "16", why: gettext("In a row the jack comes after the ten, but it counts no more than ten.") }]),
  sumQuestion(["AH", "9C"], [{ says: "20", why: gettext("The ace counts one, never eleven.") }]),
  sumQuestion(["KD", "QD", "TC"], [{ says: "36", why: gettext("King and queen count ten each, like the ten itself.") }]),
];

const label = (hand) => (hand.crib ? gettext("A crib, and the starter") : gettext("A hand, and the starter"));
const pointsOf = (kind, hand) => score(hand).parts.find((part) => part.kind === kind)?.points ?? 0;

/** How many points of one kind? @param {(points: number, hand: object) => string} why */
const countQuestions = (hands, kind, asks, points, why) =>
  hands.map((hand) => ({
    ...hand,
    asks,
    label: label(hand),
    answers: points.map((n) => ({ says: String(n), isRight: n === pointsOf(kind, hand), why: why(hand) })),
  }));

function whyFlush(hand) {
  const suits = new Set(hand.cards.map(suit));
  if (suits.size > 1) return gettext("One of the four in the hand has another suit, and the starter cannot stand in for it.");
  if (suits.has(suit(hand.starter))) return gettext("All five are of one suit: five points.");
  return hand.crib
    ? gettext("Four of a suit, but the starter is not: in a crib that is nothing.")
    : gettext("All four in the hand are of one suit, and the starter is not: four points.");
}

/** @returns {Question[]} */
export const flush = (hands) => countQuestions(hands, "flush", gettext("What is the flush worth?"), [0, 4, 5], whyFlush);

function whyNobs({ cards, starter }) {
  const jacks = cards.filter((card) => card[0] === "J");
  const his = jacks.find((card) => suit(card) === suit(starter));
  if (his) return gettext("The {card} has the suit of the starter: one for his nobs.", { card: cardName(his) });
  return gettext("The {card} has not the suit of the starter.", { card: cardName(jacks[0]) });
}

/** @returns {Question[]} */
export const nobs = (hands) => countQuestions(hands, "nobs", gettext("What is there for his nobs?"), [0, 1], whyNobs);

/** @returns {Question[]} */
export const heels = () => [
  {
    asks: gettext("You are the dealer, and this is the starter. Who pegs?"),
    cards: ["JC"],
    label: gettext("The starter"),
    answers: [
      { says: gettext("You, two"), isRight: true, why: gettext("Two for his heels, before a card is played.") },
      { says: gettext("Your rival, two"), why: gettext("Pone cut the card, but his heels are the dealer’s.") },
      { says: gettext("Nobody"), why: gettext("A jack as the starter is never for nothing: look who dealt.") },
    ],
  },
  {
    asks: gettext("You are pone. The starter is the nine of hearts, and you hold this. Who pegs now?"),
    cards: ["JH"],
    label: gettext("One of your cards"),
    answers: [
      { says: gettext("You, one, at once"), why: gettext("It is his nobs, and yours: but it waits until you count your hand.") },
      { says: gettext("Your rival, two"), why: gettext("Only a jack that is turned up as the starter is his heels.") },
      { says: gettext("Nobody yet"), isRight: true, why: gettext("Right: his nobs is counted with the hand, after the play.") },
    ],
  },
];

/** @returns {Question[]} */
export const end = () => [
  {
    asks: gettext("You are pone with 115, and your hand is worth 6. Rival has 119 and holds 12. Who wins?"),
    board: [[115, 108], [119, 117]],
    pegs: [0, 6],
    answers: [
      { says: gettext("You"), isRight: true, why: gettext("Pone counts first: six make 121, and Rival never gets to count.") },
      { says: gettext("Rival"), why: gettext("Rival’s hand is worth more, but who counts first?") },
    ],
  },
  {
    asks: gettext("You reach 121, and Rival has 88. What is the game worth?"),
    board: [[118, 112], [88, 84]],
    pegs: [0, 3],
    answers: [
      { says: gettext("One game"), why: gettext("Look at the line before hole 91: Rival has not got past it.") },
      { says: gettext("Two: a skunk"), isRight: true, why: gettext("Rival is short of 91: a skunk, and the game counts double.") },
      { says: gettext("Four: a double skunk"), why: gettext("That takes a rival who is short of 61.") },
    ],
  },
];
