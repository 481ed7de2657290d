/** Describes cards, events and results in words. Pure. */

import { cardName, cardSign } from "../../ui/cards/card-names.js";
import { sortCards } from "../../ui/cards/card-values.js";
import { numberInWords } from "../../ui/words/number-words.js";
import { capitalize, formatList, gettext } from "../../ui/translate.js";
import { countPhrase, pegPhraseBesideCount } from "./peg-phrases.js";
import { describeScore, playerName, seatsMineFirst, youOrName } from "./who.js";

export { describeScore, playerName, seatsMineFirst, youOrName };

/** Replaces the checker's notation of cards, 5H, by card signs. */
export const withCardSigns = (says) => says.replace(/\b[A2-9TJQK][CDHS]\b/g, cardSign);

/** "five of hearts, six of clubs and jack of spades" */
export const listCards = (cards) => formatList(cards.map(cardName));

const CRIBS = { mine: () => gettext("Your crib"), theirs: (name) => gettext("{name}’s crib", { name }) };
const HANDS = { mine: () => gettext("Your hand"), theirs: (name) => gettext("{name}’s hand", { name }) };

/** The title over cards that are counted: "Your hand", "Anna’s crib". */
export function handTitle({ seat, what }, who) {
  const { mine, theirs } = what === "crib" ? CRIBS : HANDS;
  return youOrName(seat, who, mine, theirs);
}

function turned({ cards }, who) {
  const [first, then] = seatsMineFirst(who);
  const [one, other] = [cardName(cards[first]), cardName(cards[then])];
  return youOrName(
    first, who,
    () => gettext("Cut for deal: you the {one}, {name} the {other}.", { one, other, name: who.names[then] }),
    (name) => gettext(
      "Cut for deal: {name} the {one}, {opponent} the {other}.",
      { name, one, opponent: who.names[then], other },
    ),
  );
}

export const describeDealer = (seat, who) =>
  youOrName(seat, who, () => gettext("You deal"), (name) => gettext("{name} deals", { name }));

const dealsFirst = (dealer, who) =>
  dealer === null
    ? gettext("A tie: cut again.")
    : youOrName(dealer, who, () => gettext("You deal first."), (name) => gettext("{name} deals first.", { name }));

/** "fifteen for two", "twenty-two" */
const countSaid = (count) => ({ 15: gettext("fifteen for two"), 31: gettext("thirty-one for two") })[count] ??
  numberInWords(count);

const PEGGED = {
  muggins: (e, who) => {
    const points = numberInWords(e.points);
    return youOrName(
      e.seat,
      who,
      () => gettext("You take {points} by muggins.", { points }),
      (name) => gettext("{name} takes {points} by muggins.", { name, points }),
    );
  },
  overcount: (e, who) => {
    const points = numberInWords(e.points);
    return youOrName(
      e.seat,
      who,
      () => gettext("Counted too high: {points} for you.", { points }),
      (name) => gettext("Counted too high: {points} for {name}.", { points, name }),
    );
  },
  hand: () => "",
  crib: () => "",
};

/** Describes why a seat pegs points, or "" if that was announced before. */
export function describePegging(pegged, who) {
  if (PEGGED[pegged.kind]) return PEGGED[pegged.kind](pegged, who);
  const call = pegPhraseBesideCount(pegged);
  return call && gettext("{call}.", { call: capitalize(call) });
}

const SENTENCES = {
  cut_for_deal: (e, who) => `${turned(e, who)} ${dealsFirst(e.dealer, who)}`,
  dealt: ({ number: deal, dealer }, who) =>
    youOrName(
      dealer,
      who,
      () => gettext("Deal {deal}: your crib.", { deal }),
      (name) => gettext("Deal {deal}: {name}’s crib.", { deal, name }),
    ),
  thrown: (e, who) => youOrName(
    e.seat,
    who,
    () => gettext("You discard to the crib."),
    (name) => gettext("{name} discards to the crib.", { name }),
  ),
  starter: (e) => gettext("The starter is the {card}.", { card: cardName(e.card) }),
  played: (e, who) => {
    const [card, count] = [cardName(e.card), countSaid(e.count)];
    return youOrName(
      e.seat,
      who,
      () => gettext("You play the {card}, {count}.", { card, count }),
      (name) => gettext("{name} plays the {card}, {count}.", { name, card, count }),
    );
  },
  go: (e, who) => youOrName(e.seat, who, () => gettext("You say go."), (name) => gettext("{name} says go.", { name })),
  new_count: (e, who) => youOrName(
    e.seat,
    who,
    () => gettext("A new count: you lead."),
    (name) => gettext("A new count: {name} leads.", { name }),
  ),
  pegged: (e, who) => [describePegging(e, who), describeScore(e.seat, e.score, who)].filter(Boolean).join(" "),
  laid_open: (e, who) =>
    gettext(
      "{title} is shown for counting: {cards}.",
      { title: handTitle(e, who), cards: listCards([...sortCards(e.cards), e.starter]) },
    ),
  claimed: (e, who) => {
    const points = numberInWords(e.points);
    if (e.what === "crib") {
      return youOrName(
        e.seat,
        who,
        () => gettext("You claim {points} for the crib.", { points }),
        (name) => gettext("{name} claims {points} for the crib.", { name, points }),
      );
    }
    return youOrName(
      e.seat,
      who,
      () => gettext("You claim {points} for the hand.", { points }),
      (name) => gettext("{name} claims {points} for the hand.", { name, points }),
    );
  },
  called: (e, who) => {
    const points = numberInWords(e.points);
    if (!e.points) {
      return youOrName(e.seat, who, () => gettext("You pass."), (name) => gettext("{name} passes.", { name }));
    }
    return youOrName(
      e.seat,
      who,
      () => gettext("You call muggins for {points}.", { points }),
      (name) => gettext("{name} calls muggins for {points}.", { name, points }),
    );
  },
  counted: (e, who) =>
    gettext(
      "{title}, {cards}: {count}.",
      { title: handTitle(e, who), cards: listCards([...sortCards(e.cards), e.starter]), count: countPhrase(e.parts) },
    ),
  over: (e, who, { deal, thrown } = {}) =>
    describeOutcome({ winner: e.winner, value: e.value, ended: e.how, deal, thrown }, who),
};

/** Describes one event, in the scene that it led to; "" for an event that needs no words. */
export const describeEvent = (event, who, scene) => SENTENCES[event.e]?.(event, who, scene) ?? "";

/** The reason why a game is called off. After a discard there is only one reason. */
function voided({ deal, thrown = [] }) {
  if (deal === 0) return gettext("The game is called off: it didn’t begin in time.");
  if (deal > 1 || thrown.some(Boolean)) {
    return gettext("The game is called off: the server couldn’t reveal its part of the shuffle.");
  }
  return gettext("The game is called off: it ended before the first discard.");
}

/** The ending of a game, in words for its winner, its loser and a watcher. */
const ENDS = {
  resigned: [
    ({ loser }) => gettext("You win: {loser} resigned.", { loser }),
    ({ winner }) => gettext("{winner} wins: you resigned.", { winner }),
    (names) => gettext("{winner} wins: {loser} resigned.", names),
  ],
  left: [
    ({ loser }) => gettext("You win: {loser} left the game.", { loser }),
    ({ winner }) => gettext("{winner} wins: you left the game.", { winner }),
    (names) => gettext("{winner} wins: {loser} left the game.", names),
  ],
  unshown: [
    ({ loser }) => gettext("You win: {loser} didn’t reveal their part of the shuffle in time.", { loser }),
    ({ winner }) => gettext("{winner} wins: you didn’t reveal your part of the shuffle in time.", { winner }),
    (names) => gettext("{winner} wins: {loser} didn’t reveal their part of the shuffle in time.", names),
  ],
  flag: [() => gettext("You win on time."), ({ winner }) => gettext("{winner} wins on time.", { winner })],
  played: [() => gettext("You win."), ({ winner }) => gettext("{winner} wins.", { winner })],
  skunk: [() => gettext("You win by a skunk."), ({ winner }) => gettext("{winner} wins by a skunk.", { winner })],
  double: [
    () => gettext("You win by a double skunk."),
    ({ winner }) => gettext("{winner} wins by a double skunk.", { winner }),
  ],
};

function endOf({ ended, value, deal }) {
  if (ended === "flag" && deal === 0) return ENDS.unshown;
  if (ended !== "played") return ENDS[ended];
  return { 2: ENDS.skunk, 4: ENDS.double }[value] ?? ENDS.played;
}

/** "You win by a skunk." */
export function describeOutcome({ winner, value, ended, deal, thrown }, who) {
  if (ended === "void") return voided({ deal, thrown });
  if (winner === null || winner === undefined) return gettext("The game is over.");
  const [mine, theirs, seen = theirs] = endOf({ ended, value, deal });
  const says = winner === who.you ? mine : who.you === null ? seen : theirs;
  return says({ winner: who.names[winner], loser: who.names[1 - winner] });
}

/** Describes the value of a skunk; empty for any other game. @param {number} value 2 and 4 are skunks */
export function describeGameValue(value, paysSkunks = false) {
  if (value !== 2 && value !== 4) return "";
  return paysSkunks ? gettext("In this event a skunk brings 3 points.") : gettext("Skunks don’t earn extra points.");
}

/** "121 – 97": the reader's score first. For a watcher with the names. */
export function finalScore({ scores, you, watching }, { names }) {
  if (!watching) return `${scores[you]} – ${scores[1 - you]}`;
  return `${names[you]} ${scores[you]} – ${scores[1 - you]} ${names[1 - you]}`;
}
