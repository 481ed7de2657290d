/** Describes the owner of each card of a deck, and what the page compared with it. Pure. */

import { cardName } from "../../../ui/cards/card-names.js";
import { gettext, ngettext } from "../../../ui/translate.js";

/**
 * @typedef {"mine" | "theirs" | "starter" | ""} Kind
 * @typedef {{names: string[], you: number | null}} Who
 */

/** The text of each mark. A watcher sees the seats as the first and the second. */
export const markLabels = (who) =>
  who.you === null
    ? { mine: gettext("1st"), theirs: gettext("2nd"), starter: gettext("cut"), "": "" }
    : { mine: gettext("you"), theirs: gettext("them"), starter: gettext("cut"), "": "" };

/**
 * @param {{deal: number, seen: object, deck: string[], hands: string[][]|null, starter: string|null}} check
 * @returns {Kind[]} by place
 */
export function cardOwners({ deal, seen, deck, hands, starter }) {
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

/** The name of a kind of card. @param {Kind} kind @param {Who} who @param {number} deal */
export function describeOwner(kind, { names, you }, deal) {
  const mine = you ?? 0;
  if (kind === "starter") return gettext("the starter");
  if (!kind) return deal === 0 ? gettext("not cut") : gettext("not dealt");
  if (kind === "mine" && you !== null) return deal === 0 ? gettext("you cut it") : gettext("dealt to you");
  const name = names[kind === "mine" ? mine : 1 - mine];
  return deal === 0 ? gettext("{name} cut it", { name }) : gettext("dealt to {name}", { name });
}

/** "Place 3: five of hearts, dealt to you" */
export const describePlace = (place, card, kind, who, deal) =>
  gettext("Place {n}: {card}, {says}", { n: place + 1, card: cardName(card), says: describeOwner(kind, who, deal) });

/** The parts of the deal that this page saw and compared, a phrase each. */
export function describeCompared({ deal, seen }) {
  if (deal === 0) return seen.cut?.length ? [gettext("the cards that were cut"), gettext("the first dealer")] : [];
  const shown = seen.show?.counts?.length ?? 0;
  return [
    seen.dealt ? gettext("your own six cards") : null,
    seen.starter ? gettext("the starter") : null,
    seen.played?.length ? ngettext("{n} card played", "{n} cards played", seen.played.length) : null,
    shown ? ngettext("{n} hand in the show", "{n} hands in the show", shown) : null,
  ].filter(Boolean);
}
