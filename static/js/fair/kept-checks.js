/** Holds a transcript against what this browser kept of the game: what it was shown at first, drew itself, and saw. Pure. */

import { gettext } from "../ui/translate.js";
import { fault } from "./game-checks.js";

const VALUES = {
  params: gettext("The params are not those that this browser was shown before the game."),
  tip: gettext("The tip is not the one that this browser was shown before the game."),
};

/**
 * Everything in the transcript that this browser knows otherwise.
 * @param {object} kept as `game-storage.js` keeps it @param {object} document a transcript @returns {import("./game-checks.js").Fault[]}
 */
export function keptFaults(kept, document) {
  const { pins = {}, seen = {} } = kept;
  const inDeals = Object.entries(seen).flatMap(([number, saw]) => [...seenFaults(saw, Number(number), document)]);
  return [...promiseFaults(pins, document.fair), ...ownFaults(kept, document.fair), ...inDeals, ...receiptFaults(kept, document)];
}

/** Whether this browser kept anything that a transcript can be held against. */
export const keepsAnything = ({ pins, seen }) => Boolean(pins?.tip || Object.keys(seen ?? {}).length);

function* promiseFaults(pins, fair) {
  for (const [name, says] of Object.entries(VALUES)) if (pins[name] !== undefined && pins[name] !== fair[name]) yield fault(says);
  for (const seat of [0, 1]) {
    const [commitment, secret] = [pins.commitments?.[seat], pins.secrets?.[seat]];
    if (commitment && commitment !== fair.commitments[seat]) yield fault(gettext("Seat {seat} committed to something else when this browser was shown it.", { seat }));
    if (secret && secret !== fair.secrets[seat]) yield fault(gettext("Seat {seat} showed another secret to this browser.", { seat }));
  }
  for (const [number, link] of Object.entries(pins.links ?? {})) {
    const shown = fair.links[number];
    if (shown && shown !== link) yield fault(gettext("This browser was shown another link of deal {number}.", { number }), Number(number));
  }
}

/** What this browser drew has to be in its seat. */
function* ownFaults({ secret, elsewhere, you }, fair) {
  if (!secret || elsewhere || (you !== 0 && you !== 1) || !fair.secrets[you]) return;
  if (fair.secrets[you] !== secret) yield fault(gettext("The secret in your seat is not the one that this browser drew."));
}

function seenFaults(saw, number, { deals }) {
  const deal = deals.find((each) => each.number === number);
  if (!deal) return [];
  return number === 0 ? cutFaults(saw, deal) : handFaults(saw, deal);
}

function* cutFaults({ cut }, deal) {
  if (cut?.length && JSON.stringify(cut) !== JSON.stringify(deal.cut.cards.slice(0, cut.length))) yield fault(gettext("This browser saw other cards cut."), 0);
}

function* handFaults({ you, dealer, dealt, starter, played = [], show }, { number, hands }) {
  const about = { number };
  const same = (one, other) => [...one].sort().join(" ") === [...other].sort().join(" ");
  if (dealt && (you === 0 || you === 1) && !same(dealt, hands.dealt[you])) yield fault(gettext("In deal {number} this browser saw other cards in your hand.", about), number);
  if (dealer !== null && dealer !== undefined && dealer !== hands.dealer) yield fault(gettext("In deal {number} this browser saw the other seat deal.", about), number);
  if (starter && hands.starter && starter !== hands.starter) yield fault(gettext("In deal {number} this browser saw another starter.", about), number);
  const onRecord = hands.plays.filter(({ card }) => card).map(({ seat, card }) => `${seat} ${card}`);
  if (!played.every(([seat, card]) => onRecord.includes(`${seat} ${card}`))) yield fault(gettext("In deal {number} this browser saw other cards played.", about), number);
  const counted = show?.counts ?? [];
  const isCounted = ({ seat, what, cards }) => hands.counts.some((count) => count.seat === seat && count.what === what && same(count.cards, cards));
  if (!counted.every(isCounted)) yield fault(gettext("In deal {number} this browser saw other hands counted.", about), number);
}

/** The receipts that this browser was given have to be the transcript's own. */
function* receiptFaults({ receipts = [], you }, document) {
  const shown = document.receipts?.[you] ?? [];
  if (!shown.length) return;
  const other = receipts.find(({ note }, n) => shown[n] !== note && n < shown.length);
  if (other) yield fault(gettext("The server signed another receipt “{step}” for this browser.", other));
}
