// Verifies a downloaded transcript: the same checks as proof/evidence/standalone/verify.py, in the same order and
// words.

import { gettext } from "../../ui/translate.js";
import { hex, unhex } from "../../rng/bytes.js";
import { cardText, context, deck, isSignedBy, seatCommitment, SHARED_PROTOCOL, tableCode } from "../../rng/cribfair.js";
import { firstLinked, keyOf, linkBefore, sourceOf } from "../../game/fairness/deal-links.js";
import { openDigested } from "./digest.js";
import { uncheckedAlone } from "./earlier-game.js";
import { endFaults, fault, tableFaults } from "../../game/fairness/game-checks.js";
import { lineFaults } from "../../game/fairness/line.js";
import { logFaults, loggedBy } from "./log-proof.js";
import { paramsFaults } from "./params.js";
import { countMoves, receiptFaults, signatureFaults, signedBy } from "./signed-checks.js";
import { FORMAT, isTranscript } from "../../game/fairness/transcript-shape.js";
import { judged, unreadable } from "./verdict.js";

/** The start of a game in the short text format, which has no proof. */
const CRIB = '[Format "every-other/crib/';

/** @param {Uint8Array} file @returns {import("./verdict.js").Verdict} */
export function verify(file) {
  const { text, digests, changed, document } = openDigested(file);
  if (text.startsWith(CRIB)) {
    return unreadable(
      gettext(
        "This is a .crib: it has the cards and moves of a game, and nothing that was committed to or signed. Check the transcript of that game.",
      ),
    );
  }
  if (!text.includes(FORMAT) && !digests) return unreadable(gettext("This is no transcript of Every Other."));
  if (changed) return judged([fault(changed)]);
  if (!isTranscript(document)) {
    return unreadable(gettext("This is not a complete transcript of Every Other."));
  }
  const isSigned = isSignedBy(document.fair.version);
  const faults = [
    ...setupFaults(document), ...deckFaults(document), ...tableFaults(document), ...endFaults(document),
    ...(isSigned ? [...receiptFaults(document), ...signatureFaults(document), ...logFaults(document)] : []),
  ];
  if (!faults.length) faults.push(...lineFaults(document));
  return judged(faults, {
    game: document.game, table_code: document.table_code, deals: document.deals.map(({ number }) => number),
    signed_by: isSigned ? signedBy(document) : null, logged_by: isSigned ? loggedBy(document) : null,
    moves: isSigned ? countMoves(document) : null,
    unchecked: isSigned && !faults.length ? uncheckedAlone(document) : [], document,
  });
}

const bytes = (half) => half && unhex(half);
const numbers = (links) => Object.keys(links).map(Number).sort((a, b) => a - b);

/** The context of a game, once both seats have committed. */
export function contextOf({ params, tip, commitments }) {
  return commitments[0] && commitments[1] ? context(params, unhex(tip), ...commitments.map(unhex)) : null;
}

function* setupFaults(game) {
  const { fair } = game;
  if (fair.game !== game.game) yield fault(gettext("The deal's protocol is that of another game."));
  yield* paramsFaults(game);
  for (const seat of [0, 1]) {
    const secret = bytes(fair.secrets[seat]);
    if (secret && hex(seatCommitment(fair.game, seat, secret)) !== fair.commitments[seat]) {
      yield fault(gettext("Seat {seat}'s secret is not the one it committed to.", { seat }));
    }
  }
  if (fair.version !== SHARED_PROTOCOL || sourceOf(fair)) yield* linkFaults(fair);
  if (game.table_code !== tableCode(fair.version, contextOf(fair), fair.secrets.map(bytes))) {
    yield fault(gettext("The table code is not that of this game."));
  }
}

/** Checks that the links lead back to the tip, each by one step. */
function* linkFaults(fair) {
  const first = firstLinked(fair);
  if (first && fair.links[0]) yield fault(gettext("Deal 0 has a link, though shared decks have no cut for deal."), 0);
  let shown = fair.tip;
  for (let number = first; number <= Math.max(-1, ...numbers(fair.links)); number++) {
    const link = fair.links[number];
    if (!link) yield fault(gettext("The link of deal {number} is missing.", { number }), number);
    else if (shown && hex(linkBefore(fair, number, unhex(link))) !== shown) {
      yield fault(gettext("The link of deal {number} does not follow from the one before.", { number }), number);
    }
    shown = link;
  }
}

function* deckFaults({ fair, deals }) {
  const ctx = contextOf(fair);
  const listed = deals.map(({ number }) => number);
  for (const deal of deals) {
    const { number } = deal;
    if (!fair.links[number]) yield fault(gettext("Deal {number} has a deck but no link.", { number }), number);
    else if (!ctx || fair.secrets.includes(null)) {
      yield fault(gettext("Deal {number} has a deck, but not both seats had shown their secrets.", { number }), number);
    } else if (fair.version !== SHARED_PROTOCOL || sourceOf(fair)) {
      yield* oneDeckFaults(deal, keyOf(fair, number, unhex(fair.links[number])));
    }
  }
  for (const number of numbers(fair.links)) {
    if (number && !listed.includes(number)) {
      yield fault(gettext("The link of deal {number} is shown, but the deal is missing.", { number }), number);
    }
  }
  if (listed.some((number, n) => n && number <= listed[n - 1])) {
    yield fault(gettext("The deals are not in their order."));
  }
}

function* oneDeckFaults(deal, key) {
  const { number } = deal;
  if (deal.key !== hex(key)) yield fault(gettext("The key of deal {number} is another.", { number }), number);
  const cards = deck(key).map(cardText);
  const place = cards.findIndex((card, n) => card !== deal.deck[n]);
  if (place < 0) return;
  const where = { number, n: place + 1, card: cards[place] };
  yield fault(gettext("Deal {number}: card {n} of the deck is {card}, the record has another.", where), number);
}
