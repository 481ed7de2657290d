/** A move in a few signs, for the list of moves, and in sentences, for the table. Pure. */

import { sorted } from "../table/held.js";
import { capital, cardSign, sentence, whose } from "../table/say.js";

/** Cards in a few signs: "4♣ 9♦" */
export const signs = (cards) => sorted(cards).map(cardSign).join(" ");

const NOTES = {
  cut_for_deal: ({ cards }) => `cut ${cards.map(cardSign).join(" – ")}`,
  dealt: () => "the deal",
  thrown: (e, { move }) => `${signs(move.cards)} to the crib`,
  played: (e) => `${cardSign(e.card)} · ${e.count}`,
  go: () => "go",
  laid_open: (e) => `lays the ${e.what} open`,
  claimed: (e) => `claims ${e.points}`,
  called: (e) => (e.points ? `calls muggins for ${e.points}` : "passes"),
  counted: (e) => `the ${e.what} counts ${e.points}`,
  over: (e) => ({ resigned: "resigns", flag: "out of time", left: "leaves", void: "void" })[e.how] ?? "the end",
};

/** Who a note is about: of what ends a game who lost it, of a hand whose it is. */
function subjectOf({ seat, events: [first] }) {
  if (first.e === "over") return first.how === "played" || first.winner === null ? null : 1 - first.winner;
  return first.seat ?? seat;
}

/** @returns {{seat: number|null, says: string, pegged: {seat: number, points: number}[]}} */
export function noteOf(stop) {
  const [first] = stop.events;
  const pegged = stop.events.filter(({ e }) => e === "pegged").map(({ seat, points }) => ({ seat, points }));
  return { seat: subjectOf(stop), says: NOTES[first.e](first, stop), pegged };
}

/** "Deal 3 · Anna’s crib" */
export function headOf(stops, who) {
  const deal = stops.find(({ events }) => events[0].e === "dealt");
  return deal ? `Deal ${deal.deal} · ${capital(whose(deal.events[0].dealer, who))} crib` : "The cut for deal";
}

/** All that a listener is told of a stop. */
export const told = ({ events, scene }, who) => events.map((event) => sentence(event, who, scene)).filter(Boolean).join(" ");

const UNWRITTEN = new Set(["laid_open", "counted", "over", "new_count"]);

/** What is written under the cards: no count or end that stands on the table, nor a new count that is yet to be seen. */
export const written = ({ events }, who) => told({ events: events.filter(({ e }) => !UNWRITTEN.has(e)) }, who);
