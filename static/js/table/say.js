/** Words: what is said of cards and of what happens. Pure. */

import { sorted } from "./held.js";

const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
  8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const UNITS = [
  "nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];
const TENS = { 2: "twenty", 3: "thirty" };

/** "5H" -> "five of hearts" */
export const cardName = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]]}`;

/** "TD" -> "10♦" */
export const cardSign = (card) => `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}`;

/** 0..39 in words: all that a count or a hand can be. */
export function number(n) {
  if (n < UNITS.length) return UNITS[n];
  const [tens, units] = [TENS[Math.floor(n / 10)], n % 10];
  return units ? `${tens}-${UNITS[units]}` : tens;
}

/** A sentence of the checker's, in which cards are written 5H, as a player reads them. */
export const withSigns = (says) => says.replace(/\b[A2-9TJQK][CDHS]\b/g, cardSign);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const list = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

/** "your", "Novice's"; to a watcher (`who.you` null) nobody is "you" */
export const whose = (seat, who) => (seat === who.you ? "your" : `${who.names[seat]}’s`);

/** "You", "Novice"; `verb(seat, who, "deal")` -> "You deal", "Novice deals" */
export const name = (seat, who) => (seat === who.you ? "You" : who.names[seat]);
export const subject = (seat, who) => (seat === who.you ? "you" : who.names[seat]);
const inflected = (word) => (/(s|go)$/.test(word) ? `${word}es` : `${word}s`);
export const verb = (seat, who, word) =>
  seat === who.you ? `You ${word}` : `${who.names[seat]} ${inflected(word)}`;

const SENTENCES = {
  cut_for_deal: (e, who) => {
    const [first, then] = who.you === 1 ? [1, 0] : [0, 1];
    const turned = `Cut for deal: ${subject(first, who)} the ${cardName(e.cards[first])}, ${subject(then, who)} the ${cardName(e.cards[then])}.`;
    return e.dealer === null ? `${turned} A tie: cut again.` : `${turned} ${verb(e.dealer, who, "deal")} first.`;
  },
  dealt: (e, who) => `Deal ${e.number}: ${whose(e.dealer, who)} crib.`,
  thrown: (e, who) => `${verb(e.seat, who, "throw")} to the crib.`,
  starter: (e) => `The starter is the ${cardName(e.card)}.`,
  played: (e, who) => `${verb(e.seat, who, "play")} the ${cardName(e.card)}: ${number(e.count)}.`,
  go: (e, who) => `${verb(e.seat, who, "say")} go.`,
  new_count: (e, who) => `A new count: ${subject(e.seat, who)} ${e.seat === who.you ? "lead" : "leads"}.`,
  pegged: (e, who) => {
    if (e.kind === "hand" || e.kind === "crib") return "";
    if (e.kind === "muggins") return `${verb(e.seat, who, "take")} ${number(e.points)} by muggins.`;
    if (e.kind === "overcount") return `Counted too high: ${number(e.points)} to ${subject(e.seat, who)}.`;
    return `${name(e.seat, who)}: ${e.says}.`;
  },
  laid_open: (e, who) => `${capital(whose(e.seat, who))} ${e.what} lies open to be counted: ${list([...sorted(e.cards), e.starter].map(cardName))}.`,
  claimed: (e, who) => `${verb(e.seat, who, "claim")} ${number(e.points)} for the ${e.what}.`,
  called: (e, who) => (e.points ? `${verb(e.seat, who, "call")} muggins for ${number(e.points)}.` : `${verb(e.seat, who, "pass")}.`),
  counted: (e, who) => {
    const cards = list([...sorted(e.cards), e.starter].map(cardName));
    return `${capital(whose(e.seat, who))} ${e.what}, ${cards}: ${e.points ? e.says : "nothing"}.`;
  },
  over: (e, who, { deal, thrown } = {}) => outcome({ winner: e.winner, value: e.value, ended: e.how, deal, thrown }, who),
};

/** What a listener hears of one event, in the scene it led to; "" for what needs no words. */
export const sentence = (event, who, scene) => SENTENCES[event.e]?.(event, who, scene) ?? "";

/** Why a game is void: once somebody has thrown there is but one reason. */
function voided({ deal, thrown = [] }) {
  if (deal === 0) return "The game is void: it did not begin in time.";
  if (deal > 1 || thrown.some(Boolean)) return "The game is void: the server could not show its part of the shuffle.";
  return "The game is void: nobody had thrown yet.";
}

/** "You win by a skunk." */
export function outcome({ winner, value, ended, deal, thrown }, who) {
  if (ended === "void") return voided({ deal, thrown });
  if (winner === null || winner === undefined) return "The game is over.";
  const wins = verb(winner, who, "win");
  if (ended === "resigned") return `${wins}: ${subject(1 - winner, who)} resigned.`;
  if (ended === "left") return `${wins}: ${subject(1 - winner, who)} left the game.`;
  if (ended === "flag" && deal === 0) {
    const owed = winner === who.you ? "its" : "your";
    return `${wins}: ${subject(1 - winner, who)} did not show ${who.you === null ? "its" : owed} part of the shuffle in time.`;
  }
  if (ended === "flag") return `${wins} on time.`;
  if (value === 4) return `${wins} by a double skunk.`;
  if (value === 2) return `${wins} by a skunk.`;
  return `${wins}.`;
}
