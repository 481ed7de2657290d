/**
 * Compares a transcript with this browser's stored data of the game: the values first shown, its own secret, and the
 * cards it saw. Pure.
 */

import { areSameCards } from "../../ui/cards/card-values.js";
import { gettext } from "../../ui/translate.js";
import { sawCards } from "../../game/fairness/check.js";
import { fault } from "../../game/fairness/game-checks.js";
import { ownMoves } from "./signed-checks.js";

const VALUES = {
  params: gettext("The params are not those that this browser was shown before the game."),
  tip: gettext("The tip is not the one that this browser was shown before the game."),
};

/**
 * Yields every difference between the transcript and this browser's data.
 * @param {object} kept in the form of `game-storage.js` @param {object} document a transcript @param {string} game
 *   the requested one
 * @returns {import("../../game/fairness/game-checks.js").Fault[]}
 */
export function keptFaults(kept, document, game) {
  if (document.game !== game) return [fault(gettext("This is the transcript of another game."))];
  const { pins = {}, seen = {} } = kept;
  const inDeals = Object.entries(seen).flatMap(([number, saw]) => [...seenFaults(saw, Number(number), document)]);
  return [
    ...alarmFaults(kept),
    ...promiseFaults(pins, document),
    ...ownFaults(kept, document.fair),
    ...inDeals,
    ...moveFaults(kept, document),
    ...receiptFaults(kept, document),
  ];
}

/** A fault that the table's page found is permanent. */
function* alarmFaults({ alarm, wrong = {} }) {
  if (alarm) yield fault(gettext("The table’s page found: {says}", { says: alarm }));
  for (const number of Object.keys(wrong)) {
    yield fault(gettext("The table’s page found this deal wrong."), Number(number));
  }
}

/** Whether this browser stored anything to compare a transcript with. */
export const keepsAnything = ({ pins, seen }) => Boolean(pins?.tip || Object.keys(seen ?? {}).length);

function* promiseFaults(pins, { fair }) {
  for (const [name, says] of Object.entries(VALUES)) {
    if (pins[name] !== undefined && pins[name] !== fair[name]) yield fault(says);
  }
  for (const seat of [0, 1]) {
    const [commitment, secret] = [pins.commitments?.[seat], pins.secrets?.[seat]];
    if (commitment && commitment !== fair.commitments[seat]) {
      yield fault(gettext("The server showed this browser another commitment of seat {seat}.", { seat }));
    }
    if (secret && secret !== fair.secrets[seat]) {
      yield fault(gettext("Seat {seat} showed another secret to this browser.", { seat }));
    }
  }
  for (const [number, link] of Object.entries(pins.links ?? {})) {
    const shown = fair.links[number];
    if (!shown) {
      yield fault(
        gettext("This browser was shown a link of deal {number}, which is missing.", { number }),
        Number(number),
      );
    }
    else if (shown !== link) yield fault(
      gettext("This browser was shown another link of deal {number}.", { number }),
      Number(number),
    );
  }
}

/** The secret that this browser drew must be in its seat. */
function* ownFaults({ secret, elsewhere, you }, fair) {
  if (!secret || elsewhere || (you !== 0 && you !== 1) || !fair.secrets[you]) return;
  if (fair.secrets[you] !== secret) {
    yield fault(gettext("The secret in your seat is not the one that this browser drew."));
  }
}

function* seenFaults(saw, number, { deals, result }) {
  const deal = deals.find((each) => each.number === number);
  if (saw.result && !same(saw.result, result && { winner: result.winner, value: result.value, ended: result.ended })) {
    yield fault(gettext("This browser saw another result."));
  }
  if (!deal && result && sawCards(saw)) {
    yield fault(gettext("This browser saw cards in deal {number}, which is missing.", { number }), number);
  }
  if (deal) yield* number === 0 ? cutFaults(saw, deal) : handFaults(saw, deal);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function* cutFaults({ cut }, deal) {
  if (cut?.length && !same(cut, deal.cut.cards.slice(0, cut.length))) {
    yield fault(gettext("This browser saw other cards cut."), 0);
  }
}

const own = (fits) => (shown, hands, you) => (you !== 0 && you !== 1) || fits(shown, hands, you);
const cardsOf = ({ seat, what }, { dealt, throws }) =>
  what === "crib" ? throws.flat() : dealt[seat].filter((card) => !throws[seat]?.includes(card));

/** A hand may have been laid open and not counted anymore. It has no points. */
const isOnRecord = (hands) => (count) =>
  areSameCards(count.cards, cardsOf(count, hands)) &&
  (count.points === undefined || hands.counts.some(
    ({ seat, what, points }) => seat === count.seat && what === count.what && points === count.points,
  ));

// Whether a part that the browser saw matches the transcript.
const FITS = {
  dealt: own((dealt, hands, you) => areSameCards(dealt, hands.dealt[you])),
  held: own((held, hands, you) => held.every((card) => hands.dealt[you].includes(card))),
  thrown: own((thrown, hands, you) => areSameCards(thrown, hands.throws[you] ?? [])),
  dealer: (dealer, hands) => dealer === hands.dealer,
  starter: (starter, hands) => starter === hands.starter,
  played: (played, { plays }) =>
    same(played, plays.filter(({ card }) => card).map(({ seat, card }) => [seat, card]).slice(0, played.length)),
  show: ({ counts }, hands) => counts.every(isOnRecord(hands)),
  open: ({ dealt }, hands) => dealt.every((six, seat) => areSameCards(six, hands.dealt[seat])),
  scores: (scores, hands) => same(scores, hands.scores),
};

const SAYS = {
  dealt: (about) => gettext("In deal {number} this browser saw other cards in your hand.", about),
  held: (about) => gettext("In deal {number} this browser saw other cards in your hand.", about),
  thrown: (about) => gettext("In deal {number} this browser saw you discard other cards.", about),
  dealer: (about) => gettext("In deal {number} this browser saw the other seat deal.", about),
  starter: (about) => gettext("In deal {number} this browser saw another starter.", about),
  played: (about) => gettext("In deal {number} this browser saw other cards played.", about),
  show: (about) => gettext("In deal {number} this browser saw other hands counted.", about),
  open: (about) => gettext("In deal {number} this browser saw other cards lie open at the end.", about),
  scores: (about) => gettext("After deal {number} this browser saw another score.", about),
};

function* handFaults(saw, { number, hands }) {
  for (const [name, fits] of Object.entries(FITS)) {
    const seen = saw[name] ?? null;
    if (seen !== null && !fits(seen, hands, saw.you)) yield fault(SAYS[name]({ number }), number);
  }
}

/** The moves of this seat that this browser saw go on record have to be there, and no others between them. */
function* moveFaults({ own = [], you, base }, document) {
  if (!base || !document.signatures) return;
  const made = ownMoves(document.moves, you);
  const other = own.find(({ word }, n) => made[n] !== word && !(isThrow(word) && isThrow(made[n] ?? "")));
  if (other) yield fault(gettext("The moves of your seat are not those that this browser saw on record."));
}

const isThrow = (word) => /^\d+ (?:[ab][1-6][1-6]|throw)$/.test(word);

/**
 * How many moves of its seat a browser that has the seat's key has not sent, and of how many; null where it has no key.
 * @param {object} kept @param {object} document
 * @returns {{others: number, made: number} | null}
 */
export function countOthers({ sent = [], you, base, seed }, { moves, fair, signatures }) {
  if (!base || !seed || !signatures) return null;
  const left = [...sent];
  const made = ownMoves(moves, you);
  const isUnasked = Boolean(JSON.parse(fair.params).unasked?.length);
  let cards = 0;
  let others = 0;
  for (const [n, word] of made.entries()) {
    const [deal, token] = word.split(" ");
    if (made[n - 1]?.split(" ")[0] !== deal) cards = 0;
    const isCard = /^[ab][A2-9TJQK][CDHS]$/.test(token);
    cards += Number(isCard);
    const isSame = (each) =>
      each === word
      || (each === `${deal} throw` && isThrow(word))
      || (each.endsWith("-resign") && token.endsWith("-resign"));
    const at = left.findIndex(isSame);
    if (at >= 0) left.splice(at, 1);
    else if (!(isUnasked && (token.endsWith("-go") || (isCard && cards === 4)))) others += 1;
  }
  return { others, made: made.length };
}

/** The receipts that this browser was given have to be the transcript's own. */
function* receiptFaults({ receipts = [], you }, document) {
  const shown = document.receipts?.[you] ?? [];
  if (!shown.length) return;
  const other = receipts.find(({ note }, n) => shown[n] !== note && n < shown.length);
  if (other) yield fault(gettext("The server signed another receipt “{step}” for this browser.", other));
}
