/** Describes a move: in a few signs for the list of moves, and in sentences for the table. Pure. */

import { describeEvent } from "./event-texts.js";
import { cardSign } from "../../ui/cards/card-names.js";
import { sortCards } from "../../ui/cards/card-values.js";
import { gettext } from "../../ui/translate.js";

/** Cards in a few signs: "4♣ 9♦" */
export const signs = (cards) => sortCards(cards).map(cardSign).join(" ");

const ENDINGS = {
  resigned: gettext("resigns"),
  flag: gettext("runs out of time"),
  left: gettext("leaves"),
  void: gettext("called off"),
};

const NOTES = {
  cut_for_deal: ({ cards }) => gettext("cut {cards}", { cards: cards.map(cardSign).join(" – ") }),
  dealt: () => gettext("the deal"),
  thrown: (e, { move }) => gettext("{cards} to the crib", { cards: signs(move.cards) }),
  played: (e) => `${cardSign(e.card)} · ${e.count}`,
  go: () => gettext("go"),
  laid_open: (e) => (e.what === "crib" ? gettext("shows the crib") : gettext("shows the hand")),
  claimed: (e) => gettext("claims {points}", e),
  called: (e) => (e.points ? gettext("calls muggins for {points}", e) : gettext("passes")),
  counted: (e) => (e.what === "crib" ? gettext("the crib counts {points}", e) : gettext("the hand counts {points}", e)),
  pegged: (e) => e.says,
  over: (e) => ENDINGS[e.how] ?? gettext("the end"),
};

/** The seat that a note is about: of a game's end the loser, of a hand its owner. */
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
export function dealTitle(stops, who) {
  const deal = stops.find(({ events }) => events[0].e === "dealt");
  if (!deal) return gettext("The cut for deal");
  const { dealer } = deal.events[0];
  return dealer === who.you
    ? gettext("Deal {deal} · Your crib", { deal: deal.deal })
    : gettext("Deal {deal} · {name}’s crib", { deal: deal.deal, name: who.names[dealer] });
}

/** Describes a stop in full, for a listener. */
export const describeStop = ({ events, scene }, who) =>
  events.map((event) => describeEvent(event, who, scene)).filter(Boolean).join(" ");

const UNWRITTEN = new Set(["laid_open", "counted", "hand", "crib", "over", "new_count"]);

/**
 * The text under the cards, without counts and endings that the table shows, and without a count that is still hidden.
 */
export const describeCaption = ({ events }, who) =>
  describeStop({ events: events.filter(({ e, kind = e }) => !UNWRITTEN.has(kind)) }, who);
