// A player's own check of a deal: from the commitments and the revealed values, against every card the player saw.

import { gettext, ngettext } from "../../ui/translate.js";
import { hex, unhex } from "../../rng/bytes.js";
import {
  VERSIONS, cardText, dealSix, deck, lowerSeat, seatCommitment,
} from "../../rng/cribfair.js";
import { firstLinked, keyOf, linkBefore, sourceOf } from "./deal-links.js";
import { scoreHand } from "./game-checks.js";
import { firstDealer } from "../../rng/shared-decks.js";

/**
 * @typedef {object} Fair the `fair` object of docs/reference/protocol.md
 * @property {string} version
 * @property {string} game
 * @property {string} params
 * @property {string} tip
 * @property {(string | null)[]} commitments
 * @property {(string | null)[]} secrets
 * @property {Record<string, string>} links
 *
 * @typedef {object} Seen every card a player saw in a deal, and the results
 * @property {0 | 1 | null} you
 * @property {0 | 1 | null} dealer
 * @property {[string, string][]} [cut] for deal 0
 * @property {string[] | null} [dealt] the six cards you got
 * @property {string[]} [held] every card that was ever in your hand
 * @property {string[] | null} [thrown] your two cards in the crib
 * @property {string | null} [starter]
 * @property {[0 | 1, string][]} [played]
 * @property {{counts: {seat: 0 | 1, what: "hand" | "crib", cards: string[], points?: number}[]} | null} [show]
 * @property {{dealt: string[][], throws: string[][]} | null} [open] all cards, if it was the last deal
 * @property {[number, number]} [reached] the last score in this deal
 * @property {[number, number] | null} [scores] after it
 * @property {{winner: 0 | 1 | null, value: number | null, ended: string} | null} [result] if it was the last deal
 *
 * @typedef {object} Checked
 * @property {boolean} ok
 * @property {string} says one paragraph for the player
 * @property {string[]} faults a sentence for everything that does not fit
 * @property {string | null} link
 * @property {string | null} key
 * @property {string[] | null} deck
 * @property {string[][] | null} hands the six cards of each seat, by seat
 * @property {string | null} starter
 */

/**
 * Checks one deal. It never throws: a malformed record is a fault like any other.
 * @param {{fair: Fair, d: number, seen: Seen}} what @returns {Checked}
 */
export function checkDeal({ fair, d, seen }) {
  const found = { link: null, key: null, deck: null, hands: null, starter: null };
  const faults = [];
  try {
    faults.push(...setupFaults(fair), ...linkFaults(fair, d));
    Object.assign(found, recomputeDeal(fair, d));
    faults.push(...(d === 0 ? cutFaults(found.deck, seen, fair) : dealFaults(found, seen, d)));
  } catch (problem) {
    faults.push(gettext("This deal cannot be checked: {problem}", { problem: plain(problem) }));
  }
  return { ok: faults.length === 0, says: faults.length ? faults.join(" ") : praise(d), faults, ...found };
}

const praise = (d) =>
  d === 0
    ? gettext("In the cut for deal every card you saw is in its place in the deck.")
    : gettext("In deal {d} every card you saw is in its place in the deck.", { d });

/**
 * Returns the faults in the commitments of the server and the seats. No link is needed for them.
 * @param {Fair} fair @returns {string[]}
 */
export function setupFaults(fair) {
  const faults = [];
  const params = JSON.parse(fair.params);
  if (!VERSIONS.includes(fair.version) || params.version !== fair.version) {
    faults.push(gettext("This game is not dealt by {protocol}.", { protocol: VERSIONS.join(", ") }));
  }
  if (params.game !== fair.game) faults.push(gettext("The server’s commitment belongs to another game."));
  const source = sourceOf(fair);
  const isNamedOtherwise = source &&
    (source.tip !== fair.tip || ("set" in source && params.first_dealer !== firstDealer(source)));
  if (isNamedOtherwise) faults.push(gettext("The server’s commitment does not match the shared decks."));
  for (const seat of [0, 1]) {
    const [committed, secret] = [fair.commitments[seat], fair.secrets[seat]];
    if (!committed || !secret) throw new Error(gettext("seat {seat} has not revealed its part yet.", { seat }));
    if (hex(seatCommitment(fair.game, seat, unhex(secret))) !== committed) {
      faults.push(gettext("The secret of seat {seat} is not the one it committed to before the game.", { seat }));
    }
  }
  return faults;
}

/** Whether a page saw any card of a deal. Otherwise it can only compare values. @param {Seen} seen */
export const sawCards = ({ cut, dealt, held, starter, played, show, open }) =>
  Boolean(cut?.length || dealt || held?.length || starter || played?.length || show?.counts?.length || open);

/**
 * Hashes from this deal's link back to the tip, and compares every revealed earlier link on the way.
 * @returns {string[]}
 */
function linkFaults(fair, d) {
  let link = linkOf(fair, d);
  const first = firstLinked(fair);
  for (let before = d - 1; before >= first - 1; before--) {
    link = linkBefore(fair, before + 1, link);
    const shown = before < first ? fair.tip : fair.links[before];
    if (shown && hex(link) !== shown) {
      return before < first
        ? [gettext("The server’s part of this deal does not match its commitment from before the game.")]
        : [gettext("The server’s part of this deal does not match its part of deal {before}.", { before })];
    }
  }
  return [];
}

function recomputeDeal(fair, d) {
  const link = linkOf(fair, d);
  const key = keyOf(fair, d, link);
  const numbers = deck(key);
  const dealt = dealSix(numbers);
  const dealer = d > 0 ? dealerOf(fair, d) : null;
  const hands = dealer === 0 ? [dealt.dealer, dealt.pone] : [dealt.pone, dealt.dealer];
  return {
    link: hex(link),
    key: hex(key),
    dealer,
    deck: numbers.map(cardText),
    hands: d > 0 ? hands.map((cards) => cards.map(cardText)) : null,
    starter: d > 0 ? cardText(dealt.starter) : null,
  };
}

/**
 * The dealer of a hand. The deal alternates, starting from the named dealer or the winner of the cut.
 * @returns {0 | 1}
 */
export function dealerOf(fair, d) {
  const named = JSON.parse(fair.params).first_dealer ?? null;
  const first = named ?? lowerSeat(deck(keyOf(fair, 0, linkOf(fair, 0))));
  return (first + d + 1) % 2;
}

/** The server's part of a deal: the revealed link, or the one that follows from the next revealed link. */
function linkOf(fair, d) {
  const known = Object.keys(fair.links).map(Number).filter((number) => number >= d);
  if (!known.length) throw new Error(gettext("the server has not revealed its part of it yet."));
  const next = Math.min(...known);
  let link = unhex(fair.links[next]);
  for (let number = next; number > d; number--) link = linkBefore(fair, number, link);
  return link;
}

function cutFaults(deck, { you, cut, dealer }, fair) {
  const pairs = cut ?? [];
  const named = JSON.parse(fair.params).first_dealer ?? null;
  if (named !== null && pairs.length) {
    return [gettext("The players cut for deal, though the first dealer was already fixed.")];
  }
  if (named !== null && named !== (dealer ?? named)) {
    return [gettext("It was the other seat’s turn to deal in deal {d}.", { d: 1 })];
  }
  const faults = pairs.flatMap((pair, turn) =>
    [0, 1]
      .filter((seat) => pair[seat] !== deck[2 * turn + seat])
      .map((seat) => cutSaid(of(seat, { you }), { seat, card: pair[seat], other: deck[2 * turn + seat] })),
  );
  const order = pairs.map(([card0, card1]) => rank(card0) - rank(card1));
  const decided = order.findIndex((difference) => difference !== 0);
  if (decided >= 0 && decided < order.length - 1) {
    faults.push(gettext("The cut for deal went on after it was decided."));
  }
  const lower = order[decided] < 0 ? 0 : 1;
  if (decided >= 0 && (dealer === 0 || dealer === 1) && dealer !== lower) {
    faults.push(gettext("The lower card should have dealt first, and did not."));
  }
  return faults;
}

function dealFaults({ deck, dealer, hands, starter }, seen, d) {
  if (seen.dealer !== null && seen.dealer !== dealer) {
    return [gettext("It was the other seat’s turn to deal in deal {d}.", { d })];
  }
  const faults = [];
  if (seen.starter && seen.starter !== starter) {
    faults.push(
      gettext("The starter was {card}, but the deck has {other} there.", { card: seen.starter, other: starter }),
    );
  }
  if (seen.dealt) faults.push(...dealtFaults(hands[seen.you], seen.dealt));
  else if (seen.held?.length) faults.push(...strangersIn(hands[seen.you], seen.held));
  faults.push(...thrownFaults(seen), ...openFaults(hands, seen));
  const played = seen.played ?? [];
  for (const [seat, card] of played) {
    if (!hands[seat].includes(card)) {
      faults.push(playedSaid(of(seat, seen), { seat, card, place: place(deck, hands, card) }));
    }
  }
  faults.push(...repeated(played.map(([, card]) => card)).map((card) => gettext("{card} was played twice.", { card })));
  return faults.concat(showFaults(hands, played, { ...seen, starter }));
}

const strangersIn = (hand, cards) =>
  cards
    .filter((card) => !hand.includes(card))
    .map((card) => gettext("You were dealt {card}, but the deck gives you {hand}.", { card, hand: hand.join(" ") }));

/** A player's discards are in the crib, and nowhere else. */
function thrownFaults({ you, thrown, played, show }) {
  const counts = show?.counts ?? [];
  const crib = counts.find(({ what }) => what === "crib")?.cards ?? thrown;
  const out = [
    ...(played ?? []).map(([, card]) => card),
    ...counts.filter(({ seat, what }) => seat === you && what === "hand").flatMap(({ cards }) => cards),
  ];
  return (thrown ?? []).filter((card) => out.includes(card) || !crib.includes(card)).map(
    (card) => gettext("You discarded {card}, but it is not in the crib.", { card }),
  );
}

/** Compares all cards of the last deal with those revealed at the end. Discarded cards were not played. */
function openFaults(hands, { open, played }) {
  const isOpened = (seat) =>
    hands[seat].every((card) => open.dealt[seat].includes(card)) &&
    open.throws[seat].every((card) => hands[seat].includes(card) && !played?.some(([, each]) => each === card));
  if (!open || (isOpened(0) && isOpened(1))) return [];
  return [gettext("At the end the open cards were not those of the deck.")];
}

function dealtFaults(hand, dealt) {
  const faults = strangersIn(hand, dealt);
  faults.push(...repeated(dealt).map((card) => gettext("You were dealt {card} twice.", { card })));
  if (dealt.length !== 6) {
    faults.push(ngettext("You were dealt {n} card, not six.", "You were dealt {n} cards, not six.", dealt.length));
  }
  return faults;
}

function showFaults(hands, played, seen) {
  const counts = seen.show?.counts ?? [];
  const kept = counts.filter(({ what }) => what === "hand").flatMap(({ cards }) => cards);
  const outOfCrib = new Set([...kept, ...played.map(([, card]) => card)]);
  const faults = counts.flatMap(({ seat, what, cards, points }) => {
    const inShow = what === "crib" ? inCrib : SHOWN[of(seat, seen)];
    const wrong = what === "crib"
      ? cribFaults(hands, cards, outOfCrib, seen)
      : handFaults(hands[seat], cards, played, seat);
    const count = cards.length === 4
      ? []
      : [ngettext("it had {n} card, not four", "it had {n} cards, not four", cards.length)];
    const twice = repeated(cards).map((card) => gettext("{card} was in it twice", { card }));
    const isMiscounted = points !== undefined && cards.length === 4 && points !== scoreHand(cards, seen.starter, what);
    const miscount = isMiscounted ? [gettext("it is not worth {points}", { points })] : [];
    return [...wrong, ...count, ...twice, ...miscount].map((fault) => inShow({ seat, fault }));
  });
  return faults;
}

function handFaults(hand, cards, played, seat) {
  const strangers = cards.filter((card) => !hand.includes(card)).map(
    (card) => gettext("{card} was never dealt to it", { card }),
  );
  const missing = played
    .filter(([player, card]) => player === seat && !cards.includes(card))
    .map(([, card]) => gettext("{card} was played and is not in it", { card }));
  return [...strangers, ...missing];
}

function cribFaults(hands, cards, outOfCrib, seen) {
  const faults = cards.filter((card) => outOfCrib.has(card)).map(
    (card) => gettext("{card} was kept in a hand", { card }),
  );
  for (const seat of [0, 1]) {
    const thrown = cards.filter((card) => hands[seat].includes(card)).length;
    if (thrown !== 2) faults.push(THROWN[of(seat, seen)](thrown, { seat }));
  }
  return faults;
}

/** The point of view of a sentence. A watcher sees the seats as numbers. @returns {"mine" | "theirs" | "watched"} */
function of(seat, { you }) {
  if (you !== 0 && you !== 1) return "watched";
  return seat === you ? "mine" : "theirs";
}

const cutSaid = (of, it) =>
  ({
    mine: gettext("You cut {card}, but the deck has {other} there.", it),
    theirs: gettext("Your opponent cut {card}, but the deck has {other} there.", it),
    watched: gettext("Seat {seat} cut {card}, but the deck has {other} there.", it),
  })[of];

const playedSaid = (of, it) =>
  ({
    mine: gettext("You played {card}, {place}.", it),
    theirs: gettext("Your opponent played {card}, {place}.", it),
    watched: gettext("Seat {seat} played {card}, {place}.", it),
  })[of];

const inCrib = (it) => gettext("In the show of the crib: {fault}.", it);
const SHOWN = {
  mine: (it) => gettext("In the show of your hand: {fault}.", it),
  theirs: (it) => gettext("In the show of your opponent's hand: {fault}.", it),
  watched: (it) => gettext("In the show of seat {seat}'s hand: {fault}.", it),
};

const THROWN = {
  mine: (n) => ngettext("{n} of your cards was in it, not two", "{n} of your cards were in it, not two", n),
  theirs: (n) =>
    ngettext("{n} of your opponent's cards was in it, not two", "{n} of your opponent's cards were in it, not two", n),
  watched: (n, it) =>
    ngettext("{n} of seat {seat}'s cards was in it, not two", "{n} of seat {seat}'s cards were in it, not two", n, it),
};

function plain(problem) {
  const isOurs = !(problem instanceof TypeError || problem instanceof SyntaxError);
  return isOurs ? problem.message : gettext("what the server sent about it is not complete.");
}

function place(deck, hands, card) {
  if (hands.flat().includes(card)) return gettext("which the deck gives to the other seat");
  return deck.includes(card) ? gettext("which the deck gives to neither player") : gettext("which is no card");
}

function repeated(cards) {
  return cards.filter((card, i) => cards.indexOf(card) !== i);
}

function rank(card) {
  return "A23456789TJQK".indexOf(card[0]);
}
