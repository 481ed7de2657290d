/** The lesson's questions in words, with a reply to every answer. Pure. */

import { cardName } from "../../ui/cards/card-names.js";
import { pipTotal } from "../../ui/cards/card-values.js";
import { gettext } from "../../ui/translate.js";
import { score, suit } from "../../game/engine/scoring.js";

/** @typedef {import("./tasks/ask.js").Question} Question */

/** @returns {Question[]} */
export const race = () => [
  {
    asks: gettext("Your front peg is at 7, your back peg at 3, and you score 5. Where does the back peg go?"),
    board: [[7, 3], [5, 2]],
    pegs: [0, 5],
    answers: [
      { says: gettext("Hole 5"), why: gettext("Five is what you score now; you already have seven.") },
      {
        says: gettext("Hole 8"),
        why: gettext("That’s five from the back peg. Count from the front one: it shows your score."),
      },
      {
        says: gettext("Hole 12"),
        isRight: true,
        why: gettext("Seven and five are twelve. The peg at 7 stays to show where you came from."),
      },
    ],
  },
  {
    asks: gettext("You have 117 and score 8. What happens?"),
    board: [[117, 110], [112, 104]],
    pegs: [0, 8],
    answers: [
      {
        says: gettext("You need exactly 4"),
        why: gettext("You don’t need to hit it exactly: you win as soon as you reach 121 or more."),
      },
      {
        says: gettext("You win at once"),
        isRight: true,
        why: gettext("You’re at 121, and the game is over. The extra points count for nothing."),
      },
      {
        says: gettext("Your rival gets one more turn"),
        why: gettext("No: the first to reach 121 wins, whatever the other player holds."),
      },
    ],
  },
];

const sumQuestion = (cards, wrong) => ({
  asks: gettext("How much do these add up to?"),
  cards,
  label: gettext("Cards"),
  answers: [
    ...wrong,
    { says: String(pipTotal(cards)), isRight: true, why: gettext("Right: {total}.", { total: pipTotal(cards) }) },
  ].sort((one, other) => Number(one.says) - Number(other.says)),
});

/** @returns {Question[]} */
export const worth = () => [
  sumQuestion(
    ["JS", "5D"],
    [{ says: "16", why: gettext("In a run the jack comes after the ten, but it counts ten.") }],
  ),
  sumQuestion(["AH", "9C"], [{ says: "20", why: gettext("The ace counts one, never eleven.") }]),
  sumQuestion(["KD", "QD", "TC"], [{ says: "36", why: gettext("King and queen count ten each, just like the ten.") }]),
];

const label = (hand) => (hand.crib ? gettext("A crib and the starter") : gettext("A hand and the starter"));
const pointsOf = (kind, hand) => score(hand).parts.find((part) => part.kind === kind)?.points ?? 0;

/** Questions about the points of one kind. @param {(points: number, hand: object) => string} why */
const countQuestions = (hands, kind, asks, points, why) =>
  hands.map((hand) => ({
    ...hand,
    asks,
    label: label(hand),
    answers: points.map((n) => ({ says: String(n), isRight: n === pointsOf(kind, hand), why: why(hand) })),
  }));

function whyFlush(hand) {
  const suits = new Set(hand.cards.map(suit));
  if (suits.size > 1) {
    return gettext("One of the four in the hand has a different suit, and the starter can’t replace it.");
  }
  if (suits.has(suit(hand.starter))) return gettext("All five are the same suit: five points.");
  return hand.crib
    ? gettext("Four of one suit, but the starter isn’t: in a crib that’s nothing.")
    : gettext("All four in the hand are the same suit, but the starter isn’t: four points.");
}

/** @returns {Question[]} */
export const flush = (hands) =>
  countQuestions(hands, "flush", gettext("What is the flush worth?"), [0, 4, 5], whyFlush);

function whyNobs({ cards, starter }) {
  const jacks = cards.filter((card) => card[0] === "J");
  const his = jacks.find((card) => suit(card) === suit(starter));
  if (his) return gettext("The {card} has the starter’s suit: one for his nobs.", { card: cardName(his) });
  return gettext("The {card} doesn’t have the starter’s suit.", { card: cardName(jacks[0]) });
}

/** @returns {Question[]} */
export const nobs = (hands) => countQuestions(hands, "nobs", gettext("How many points for his nobs?"), [0, 1], whyNobs);

/** @returns {Question[]} */
export const heels = () => [
  {
    asks: gettext("You’re the dealer, and this is the starter. Who pegs?"),
    cards: ["JC"],
    label: gettext("The starter"),
    answers: [
      { says: gettext("You, two"), isRight: true, why: gettext("Two for his nibs, before a card is played.") },
      { says: gettext("Your rival, two"), why: gettext("Pone cut the card, but his nibs go to the dealer.") },
      { says: gettext("Neither player"), why: gettext("A jack as the starter always scores. Who dealt?") },
    ],
  },
  {
    asks: gettext("You’re pone. The starter is the nine of hearts, and you hold this. Who pegs now?"),
    cards: ["JH"],
    label: gettext("One of your cards"),
    answers: [
      {
        says: gettext("You, one, at once"),
        why: gettext("It’s his nobs, and it’s yours, but you score it when you count your hand."),
      },
      { says: gettext("Your rival, two"), why: gettext("Only a jack turned up as the starter is his nibs.") },
      {
        says: gettext("Neither player yet"),
        isRight: true,
        why: gettext("Right: his nobs is counted with the hand, after the play."),
      },
    ],
  },
];

/** @returns {Question[]} */
export const end = () => [
  {
    asks: gettext("You’re pone with 115, and your hand is worth 6. Rival has 119 and a hand worth 12. Who wins?"),
    board: [[115, 108], [119, 117]],
    pegs: [0, 6],
    answers: [
      {
        says: gettext("You"),
        isRight: true,
        why: gettext("Pone counts first: six more make 121, and Rival never gets to count."),
      },
      { says: gettext("Rival"), why: gettext("Rival’s hand is worth more, but who counts first?") },
    ],
  },
  {
    asks: gettext("You reach 121 and Rival has 88. What kind of win is that?"),
    board: [[118, 112], [88, 84]],
    pegs: [0, 3],
    answers: [
      { says: gettext("An ordinary win"), why: gettext("Look at the line before hole 91: Rival hasn’t passed it.") },
      { says: gettext("A skunk"), isRight: true, why: gettext("Rival hasn’t reached 91: that’s a skunk.") },
      { says: gettext("A double skunk"), why: gettext("For that, Rival would have to be short of 61.") },
    ],
  },
];
