// Checks that the cards on the table came from the decks, and that the game ended as its record says.

import { gettext } from "../../ui/translate.js";
import { CARDS } from "./transcript-shape.js";

/** @typedef {{seat: 0 | 1, card: string | null}} Play a card, or null for a go */
/** @typedef {{says: string, deal: number | null}} Fault `deal`: the deal that it is about, if any */

/** @param {string} says @param {number | null} [deal] @returns {Fault} */
export const fault = (says, deal = null) => ({ says, deal });

const rank = (card) => CARDS.indexOf(card) >> 2;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export function* tableFaults(game) {
  const { deals, rules } = game;
  const cuts = deals.filter(({ cut }) => cut);
  const first = rules.first_dealer ?? cuts[0]?.cut.dealer ?? null;
  if (rules.first_dealer !== null && cuts.length) {
    yield fault(gettext("There was a cut for deal, though the first dealer was named."), 0);
  }
  for (const { deck, cut } of cuts) yield* cutFaults(deck, cut);
  const told = byDeal(game);
  const onRecord = new Map(told.map(({ number, throws, plays }) => [number, { throws, plays }]));
  if (!same(told.map(({ number }) => number), deals.map(({ number }) => number))) {
    yield fault(gettext("The moves on record tell of other deals."));
  }
  for (const { number, deck, hands } of deals) {
    if (!hands) continue;
    const inDeal = (says) => fault(gettext("Deal {number}: {fault}", { number, fault: says }), number);
    if (first === null) yield inDeal(gettext("nobody cut to deal first, and nobody was named."));
    else if (hands.dealer !== (first + number + 1) % 2) yield inDeal(gettext("it was the other seat's turn to deal."));
    for (const says of handsFaults(deck, hands)) yield inDeal(says);
    const plays = hands.plays.map(({ seat, card }) => ({ seat, card }));
    if (!same(onRecord.get(number), { throws: hands.throws, plays })) {
      yield inDeal(gettext("the moves on record tell of other throws or cards."));
    }
  }
}

/** Pairs of cards are cut until the ranks differ. After twenty-six equal pairs, seat 0 deals. */
function* cutFaults(deck, cut) {
  const pairs = Array.from({ length: 26 }, (_, n) => deck.slice(2 * n, 2 * n + 2));
  const decided = pairs.findIndex(([one, other]) => rank(one) !== rank(other));
  const turned = decided < 0 ? pairs : pairs.slice(0, decided + 1);
  const [one, other] = turned.at(-1);
  if (!same(cut.cards, turned)) yield fault(gettext("The cut for deal does not show the first cards of its deck."), 0);
  if (cut.dealer !== Number(rank(one) > rank(other))) {
    yield fault(gettext("The lower card should have dealt first, and did not."), 0);
  }
}

/** Every other card of the first twelve. @param {string[]} deck @param {0 | 1} from 0: pone's, 1: the dealer's */
export const everyOther = (deck, from) => deck.slice(0, 12).filter((_, place) => place % 2 === from);

/** Yields sentences about one deal. */
function* handsFaults(deck, { dealer, dealt, throws, starter, plays, counts }) {
  const pone = 1 - dealer;
  for (const seat of [0, 1]) {
    if (!same(dealt[seat], everyOther(deck, Number(seat === dealer)))) {
      yield gettext("seat {seat} was not given every other card of the deck.", { seat });
    }
  }
  for (const seat of [0, 1]) {
    const throw_ = throws[seat];
    if (throw_ && (throw_[0] === throw_[1] || !throw_.every((card) => dealt[seat].includes(card)))) {
      yield gettext("seat {seat} threw cards it did not hold.", { seat });
    }
  }
  const haveThrown = !throws.includes(null);
  if (starter !== (haveThrown ? deck[12] : null)) {
    yield gettext("the starter is not the thirteenth card of the deck, turned once both have thrown.");
  }
  const kept = [0, 1].map((seat) => dealt[seat].filter((card) => haveThrown && !throws[seat].includes(card)));
  const held = kept.map((four) => [...four]);
  for (const { seat, card } of plays) {
    const at = held[seat].indexOf(card);
    if (at >= 0) held[seat].splice(at, 1);
    else if (card) yield gettext("seat {seat} played {card}, which it did not hold.", { seat, card });
  }
  if (counts.length && (held[0].length || held[1].length || !haveThrown)) {
    yield gettext("hands were counted before all cards were played.");
  }
  const crib = haveThrown ? [...throws[pone], ...throws[dealer]] : [];
  const order = [[pone, "hand", kept[pone]], [dealer, "hand", kept[dealer]], [dealer, "crib", crib]];
  for (const [n, { seat, what, cards, points }] of counts.entries()) {
    if (!same([seat, what, cards], order[n])) {
      yield what === "crib"
        ? gettext("the crib seat {seat} counted is not the one that was to be counted.", { seat })
        : gettext("the hand seat {seat} counted is not the one that was to be counted.", { seat });
    } else if (starter && new Set([...cards, starter]).size === 5) {
      const true_ = scoreHand(cards, starter, what);
      if (points === true_) continue;
      yield what === "crib"
        ? gettext("the crib of seat {seat} is worth {worth}, not {points}.", { seat, worth: true_, points })
        : gettext("the hand of seat {seat} is worth {worth}, not {points}.", { seat, worth: true_, points });
    }
  }
}

/** The count of a hand or crib: fifteens, pairs, runs, a flush, his nobs. */
export function scoreHand(four, starter, what) {
  const ranks = [...four, starter].map(rank);
  const choices = Array.from(
    { length: 32 },
    (_, bits) => ranks.filter((_, n) => bits & (1 << n)).sort((a, b) => a - b),
  );
  const fifteens = choices.filter((some) => some.reduce((sum, each) => sum + Math.min(each + 1, 10), 0) === 15);
  const pairs = choices.filter((some) => some.length === 2 && some[0] === some[1]);
  const runs = choices.filter(
    (some) => some.length > 2 && some.every((each, n) => n === 0 || each === some[n - 1] + 1),
  );
  const longest = Math.max(0, ...runs.map(({ length }) => length));
  const run = longest * runs.filter(({ length }) => length === longest).length;
  const isFlush = four.every((card) => card[1] === four[0][1]);
  const flush = !isFlush ? 0 : starter[1] === four[0][1] ? 5 : what === "crib" ? 0 : 4;
  return 2 * (fifteens.length + pairs.length) + run + flush + Number(four.includes(`J${starter[1]}`));
}

/** The discards and the played cards of every deal, from the recorded moves: a14, b5H, a-go. */
function byDeal({ deals, moves }) {
  const dealt = new Map(deals.filter(({ hands }) => hands).map(({ number, hands }) => [number, hands.dealt]));
  const told = [];
  for (const { move } of moves) {
    const [who, what] = [move[0], move.slice(1)];
    const deal = told.at(-1);
    if (who === "#") told.push({ number: Number(what), throws: [null, null], plays: [] });
    else if ("ab".includes(who) && deal) {
      const seat = "ab".indexOf(who);
      if (/^[1-6]+$/.test(what)) {
        const six = dealt.get(deal.number)?.[seat];
        if (six) deal.throws[seat] = [...what].map((place) => six[place - 1]);
      } else if (what === "-go" || CARDS.includes(what)) deal.plays.push({ seat, card: what === "-go" ? null : what });
    }
  }
  return told;
}

/** A game as one recorded line. @param {string[]} words */
export function lineOf({ target, counting, first_dealer: first, start }, words) {
  const named = ["first=a", "first=b"][first]; // neither, if they cut for deal
  const ahead = start && ["start", start.join("-")].join("=");
  return [target, counting, named, ahead, ...words].filter(Boolean).join(" ");
}

/** The scores that a game begins with. @param {{start?: number[]}} rules */
export const scoresAtStart = ({ start }) => [...(start ?? [0, 0])];

export function* endFaults({ rules, result, moves, line, deals, finished_at: finishedAt, bot_stream: botStream }) {
  const words = moves.map(({ move }) => move);
  if (line !== lineOf(rules, words)) {
    yield fault(gettext("The line does not tell the same rules and moves."));
  }
  let scores = scoresAtStart(rules);
  for (const { number, hands } of deals) {
    if (!hands) continue;
    const went = hands.scores.some((score, seat) => score < scores[seat] || score > rules.target);
    if (went) {
      yield fault(
        gettext("Deal {number}: a score went back, or past {target}.", { number, target: rules.target }),
        number,
      );
    }
    scores = hands.scores;
  }
  if ((result === null) !== (finishedAt === null)) {
    yield fault(gettext("The game has a result and no end, or an end and no result."));
  }
  if (result === null) {
    if (botStream) yield fault(gettext("A bot's secret is shown of a game that goes on."));
    return;
  }
  if (!same(result.scores, scores)) yield fault(gettext("The final scores are not those after the last deal."));
  yield* resultFaults([result.winner, result.value, result.ended], words, scores, rules.target);
}

/**
 * @param {[number | null, number, string]} result the winner, the value, and the ending
 * @param {string[]} words the moves
 */
export function* resultFaults(result, words, scores, target) {
  if (!same(result, outcome(words, scores, target))) {
    yield fault(gettext("The result does not follow from the last move and the scores."));
  }
}

const GIVEN_UP = { "-resign": "resigned", "-flag": "flag", "-left": "left" };
const SKUNKS = { 121: [[61, 4], [91, 2]], 61: [[31, 2]] };

/** The winner, the value of the game, and its ending, or null if it is not over. */
export function outcome(words, scores, target) {
  const last = words.at(-1) ?? "";
  if (last === "-void" || last === "-unshown") return [null, 0, "void"];
  const how = GIVEN_UP[last.slice(1)];
  if (how) return [1 - "ab".indexOf(last[0]), 1, how];
  if (scores.filter((score) => score === target).length !== 1) return null;
  const winner = scores.indexOf(target);
  const worth = SKUNKS[target].find(([line]) => scores[1 - winner] < line);
  return [winner, worth ? worth[1] : 1, "played"];
}
