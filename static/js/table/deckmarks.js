/** Whose each card of a deck became, and what was compared with it. Pure. */

import { cardName } from "./say.js";

/**
 * @typedef {"mine" | "theirs" | "starter" | ""} Kind
 * @typedef {{names: string[], you: number | null}} Who
 */

/** What the mark of a card says on it: to a watcher the seats are the first and the second. */
export const MARKS = (who) =>
  who.you === null
    ? { mine: "1st", theirs: "2nd", starter: "cut", "": "" }
    : { mine: "you", theirs: "them", starter: "cut", "": "" };

/** @param {{deal: number, seen: object, deck: string[], hands: string[][]|null, starter: string|null}} check @returns {Kind[]} by place */
export function kinds({ deal, seen, deck, hands, starter }) {
  const mine = seen.you ?? 0;
  if (deal === 0) {
    const cut = (seen.cut?.length ?? 0) * 2; // seat 0 turns the first card of each pair, seat 1 the second
    return deck.map((_, place) => (place >= cut ? "" : place % 2 === mine ? "mine" : "theirs"));
  }
  return deck.map((card) => {
    if (card === starter) return "starter";
    const seat = hands?.findIndex((six) => six.includes(card)) ?? -1;
    if (seat === -1) return "";
    return seat === mine ? "mine" : "theirs";
  });
}

/** What a kind of card is called. @param {Kind} kind @param {Who} who @param {number} deal */
export function kindSays(kind, { names, you }, deal) {
  const mine = you ?? 0;
  if (kind === "starter") return "the starter, wherever pone cuts";
  if (!kind) return deal === 0 ? "not turned" : "not dealt";
  if (kind === "mine" && you !== null) return deal === 0 ? "you turned it" : "dealt to you";
  const name = names[kind === "mine" ? mine : 1 - mine];
  return deal === 0 ? `${name} turned it` : `dealt to ${name}`;
}

/** "Place 3: five of hearts, dealt to you" */
export const placeSays = (place, card, kind, who, deal) => `Place ${place + 1}: ${cardName(card)}, ${kindSays(kind, who, deal)}`;

/** What of this deal was seen here and compared, a phrase each. */
export function compared({ deal, seen }) {
  if (deal === 0) return seen.cut?.length ? ["the cards that were cut", "who deals first by them"] : [];
  const cards = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  const shown = seen.show?.counts?.length ?? 0;
  return [
    seen.dealt ? "your own six cards" : null,
    seen.starter ? "the starter" : null,
    seen.played?.length ? cards(seen.played.length, "card") + " played" : null,
    shown ? cards(shown, "hand") + " in the show" : null,
  ].filter(Boolean);
}
