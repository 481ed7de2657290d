// Verifies a downloaded transcript: the same checks as game/evidence/standalone/verify.py, in the same order and words.

import { gettext } from "../ui/translate.js";
import { hex, unhex } from "./bytes.js";
import { cardText, chained, context, dealKey, deck, seatCommitment, SIGNED_PROTOCOL, tableCode } from "./cribfair.js";
import { endFaults, fault, tableFaults } from "./game-checks.js";
import { canonicalJson, isCanonical, parseStrictly, withoutStrings } from "./json.js";
import { lineFaults } from "./line.js";
import { logFaults, loggedBy } from "./log-proof.js";
import { sha256 } from "./sha2.js";
import { receiptFaults, signatureFaults, signedBy, signedParamsFaults } from "./signed-checks.js";
import { FORMAT, isTranscript } from "./transcript-shape.js";
import { judged, unreadable } from "./verdict.js";

const DIGEST = /"digest"[ \t\r\n]*:[ \t\r\n]*"([0-9a-f]{64})"/g;

/** @param {Uint8Array} file @returns {import("./verdict.js").Verdict} */
export function verify(file) {
  const text = latin1(file);
  const digests = [...text.matchAll(DIGEST)];
  if (!text.includes(FORMAT) && !digests.length) return unreadable(gettext("This is no transcript of Every Other."));
  if (digests.length !== 1) return judged([fault(gettext("The file was changed: its digest is not well-formed."))]);
  const [{ 0: found, 1: digest, index }] = digests;
  const start = index + found.length - 65;
  const blank = file.slice();
  blank.fill(0x30, start, start + 64);
  if (hex(sha256(blank)) !== digest) {
    return judged([fault(gettext("The file was changed since it was written: its digest does not fit."))]);
  }
  const document = decode(file, text);
  if (!isTranscript(document)) {
    return unreadable(gettext("This is not a complete transcript of Every Other."));
  }
  const isSigned = document.fair.version === SIGNED_PROTOCOL;
  const faults = [
    ...setupFaults(document), ...deckFaults(document), ...tableFaults(document), ...endFaults(document),
    ...(isSigned ? [...receiptFaults(document), ...signatureFaults(document), ...logFaults(document)] : []),
  ];
  if (!faults.length) faults.push(...lineFaults(document));
  return judged(faults, {
    game: document.game, table_code: document.table_code, deals: document.deals.map(({ number }) => number),
    signed_by: isSigned ? signedBy(document) : null, logged_by: isSigned ? loggedBy(document) : null, document,
  });
}

/** A character a byte, so that places in the text are places in the file. */
function latin1(file) {
  let text = "";
  for (let at = 0; at < file.length; at += 0x2000) text += String.fromCharCode(...file.subarray(at, at + 0x2000));
  return text;
}

/** ASCII and whole numbers alone: all else could be read in more ways than one. */
function decode(file, text) {
  const isWhole = !/[0-9][.eE]/.test(withoutStrings(text));
  return isWhole && file.every((byte) => byte < 0x80) ? parsed(text, parseStrictly) : null;
}

function parsed(text, parse = JSON.parse) {
  try {
    return parse(text);
  } catch {
    return null;
  }
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
  let shown = fair.tip;
  for (let number = 0; number <= Math.max(-1, ...numbers(fair.links)); number++) {
    const link = fair.links[number];
    if (!link) yield fault(gettext("The link of deal {number} is missing.", { number }), number);
    else if (shown && hex(chained(fair.game, unhex(link))) !== shown) {
      yield fault(gettext("The link of deal {number} does not follow from the one before.", { number }), number);
    }
    shown = link;
  }
  if (game.table_code !== tableCode(fair.version, contextOf(fair), fair.secrets.map(bytes))) yield fault(gettext("The table code is not that of this game."));
}

/** What the server committed to beside its secret: who plays, and what. */
function* paramsFaults(game) {
  const { fair, players, rules, clock } = game;
  const params = parsed(fair.params);
  if (typeof params !== "object" || params === null || Array.isArray(params)) {
    yield fault(gettext("The params cannot be read."));
    return;
  }
  if (fair.version === SIGNED_PROTOCOL && !isCanonical(fair.params)) {
    yield fault(gettext("The params are not written in the one way: sorted names, none twice, no spaces."));
    return;
  }
  if (params.version !== fair.version) yield fault(gettext("The params do not name {protocol}.", { protocol: fair.version }));
  else if (params.game !== fair.game) yield fault(gettext("The params belong to another game."));
  const bots = [0, 1].filter((seat) => players[seat].bot);
  if (!matchesParams(params, { players: players.map(({ id }) => id), bots })) yield fault(gettext("The params name other players."));
  const { first_dealer, ...played } = rules;
  // A game that was made before there were clocks names none.
  const ways = [{ ...played, clock }, ...(clock === "none" && fair.version !== SIGNED_PROTOCOL ? [played] : [])];
  if (!ways.some((way) => matchesParams(params, { rules: way, first_dealer }))) yield fault(gettext("The params name other rules."));
  if (fair.version === SIGNED_PROTOCOL) yield* signedParamsFaults(game, params);
}

function matchesParams(params, said) {
  return Object.entries(said).every(([name, value]) => Object.hasOwn(params, name) && canonicalJson(params[name]) === canonicalJson(value));
}

function* deckFaults({ fair, deals }) {
  const ctx = contextOf(fair);
  const listed = deals.map(({ number }) => number);
  for (const deal of deals) {
    const { number } = deal;
    if (!fair.links[number]) yield fault(gettext("Deal {number} has a deck but no link.", { number }), number);
    else if (!ctx || fair.secrets.includes(null)) {
      yield fault(gettext("Deal {number} has a deck, but not both seats had shown their secrets.", { number }), number);
    } else yield* oneDeckFaults(deal, dealKey(ctx, number, unhex(fair.links[number]), ...fair.secrets.map(unhex)));
  }
  for (const number of numbers(fair.links)) {
    if (number && !listed.includes(number)) {
      yield fault(gettext("The link of deal {number} is shown, but the deal is missing.", { number }), number);
    }
  }
  if (listed.some((number, n) => n && number <= listed[n - 1])) yield fault(gettext("The deals are not in their order."));
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
