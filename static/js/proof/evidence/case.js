// Verifies the receipts that a player stored: the same checks as proof/evidence/standalone/verify.py, in the same order
// and words.

import { gettext } from "../../ui/translate.js";
import { concat, hex, unhex } from "../../rng/bytes.js";
import {
  cardText,
  chained,
  context,
  dealKey,
  dealSix,
  deck,
  LINKS,
  seatCommitment,
  SHARED_PROTOCOL,
  SIGNED_PROTOCOL,
} from "../../rng/cribfair.js";
import { fault } from "../../game/fairness/game-checks.js";
import { parseStrictly } from "../../rng/json.js";
import { hashOf, linesOf, openReceipt, signerOf } from "../../game/fairness/receipts.js";
import { playedFaults, settledBy } from "../../game/fairness/signed-line.js";
import { isCase } from "../../game/fairness/transcript-shape.js";
import { hasUnknownNames, unknownNames } from "./params.js";
import { judged, unreadable } from "./verdict.js";

/** @typedef {import("./verdict.js").Verdict} Verdict */
/** @typedef {import("../../game/fairness/signed-line.js").SignedReceipt} SignedReceipt */

const MARK = /"format"\s*:\s*"every-other\/case\//;

/** Whether a file claims to be a case, valid or not. @param {Uint8Array} file */
export const looksLikeCase = (file) => MARK.test(decode(file, { fatal: false }) ?? "");

/**
 * The verdict on a case, optionally compared with a transcript.
 * @param {Uint8Array} file
 * @param {object | null} [game] the transcript
 * @returns {Verdict}
 */
export function verifyCase(file, game = null) {
  const kept = parse(file);
  if (!kept) return unreadable(gettext("This is no case of Every Other."));
  const signer = signerOf(kept.params);
  if (!signer) return unreadable(gettext("The params of the case name no key that signs."), { game: kept.game });
  if (!kept.receipts.length) return unreadable(gettext("The case has no receipts."), { game: kept.game });
  const { receipts, unsigned } = openAll(kept.receipts, signer);
  const found = [...contradictions(kept, receipts), ...(game ? faultsBeside(game, receipts, signer) : [])];
  const version = versionOf(kept.params);
  // A note that the key never signed proves nothing.
  const doubts = [...unsigned, ...(hasUnknownNames(JSON.parse(kept.params), version) ? [unknownNames(version)] : [])];
  if (doubts.length && !found.length) return judged(doubts, { verdict: "unreadable", game: kept.game });
  return judged(found, { game: kept.game, signed_by: JSON.parse(kept.params).signer, receipts: receipts.length });
}

/**
 * The verdict on a transcript and a case together.
 * @param {Verdict} found that on the transcript alone
 * @param {Uint8Array} file the case
 * @returns {Verdict}
 */
export function verifyBeside(found, file) {
  if (found.verdict !== "true") return found;
  if (!found.document.receipts) {
    return { ...found, verdict: "false", faults: [fault(gettext("The transcript has no receipts."))] };
  }
  const beside = verifyCase(file, found.document);
  return beside.verdict === "true" ? found : beside;
}

/**
 * Parses the case.
 * @returns {{game: string, params: string, receipts: string[]} | null}
 */
function parse(file) {
  try {
    const kept = parseStrictly(decode(file, { fatal: true }));
    return isCase(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** @returns {string | null} null if it is no text, or too large for a browser */
function decode(file, { fatal }) {
  try {
    return new TextDecoder("utf-8", { fatal, ignoreBOM: true }).decode(file);
  } catch {
    return null;
  }
}

/**
 * The signed receipts, and a fault for each unsigned note.
 * @returns {{receipts: SignedReceipt[], unsigned: import("../../game/fairness/game-checks.js").Fault[]}}
 */
function openAll(notes, signer) {
  const [receipts, unsigned] = [[], []];
  for (const [n, note] of notes.entries()) {
    try {
      const { text, lines } = openReceipt(note, signer);
      receipts.push({ text, lines, seat: lines.seat ?? "-", step: lines.step ?? "-" });
    } catch {
      unsigned.push(fault(gettext("Receipt {n} is not signed by {name}.", { n: n + 1, name: signer.name })));
    }
  }
  return { receipts, unsigned };
}

const placeOf = ({ seat, step }) => `${seat}\n${step}`;

/** Yields statements of signed receipts that contradict each other. @param {SignedReceipt[]} receipts */
function contradictions(kept, receipts) {
  const found = [...constantFaults(kept, receipts)];
  const first = new Map();
  for (const receipt of receipts) {
    const place = placeOf(receipt);
    if (!first.has(place)) first.set(place, receipt.text);
    else if (first.get(place) !== receipt.text) found.push(
      fault(gettext("The server signed two different receipts \"{step}\" of seat {seat}.", receipt)),
    );
  }
  found.push(...faultsBetweenSeats(receipts));
  const seats = [...new Set(receipts.map((receipt) => receipt.seat))].sort();
  const bySeat = seats.map(
    (seat) => new Map(receipts.filter((receipt) => receipt.seat === seat).map((receipt) => [receipt.step, receipt])),
  );
  for (const own of bySeat) found.push(...orderFaults(own), ...deckFaults(kept, own));
  return found.length || versionOf(kept.params) === SHARED_PROTOCOL
    ? found
    : bySeat.flatMap((own) => [...playedFaults(kept.params, own, (d) => deckOf(kept.params, own, d).map(cardText))]);
}

// Lines that are equal in all receipts of a game, and the fault if they are not.
const CONSTANT = {
  game: (receipt) => gettext("The receipt \"{step}\" of seat {seat} names another game than the others.", receipt),
  params: (receipt) =>
    gettext("The receipt \"{step}\" of seat {seat} names another game's params than the others.", receipt),
  tip: (receipt) => gettext("The receipt \"{step}\" of seat {seat} names another tip than the others.", receipt),
};
const COMMITMENTS = {
  c0: (receipt) =>
    gettext("The receipt \"{step}\" of seat {seat} names another commitment of seat 0 than the others.", receipt),
  c1: (receipt) =>
    gettext("The receipt \"{step}\" of seat {seat} names another commitment of seat 1 than the others.", receipt),
};
const DEALER = {
  dealer: (receipt) => gettext("The receipt \"{step}\" of seat {seat} names another dealer than the others.", receipt),
};
const PLACE =
  /^[01]\n(?:promise|both-stand|opened|over|shown 0|(?:saw|shown) (?:[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]))$/;

/** Checks that there is a receipt, and that lines that never change in a game are equal in all. */
function* constantFaults({ game, params }, receipts) {
  const first = settledBy(params)?.first_dealer ?? null;
  const expected = { game, params: hashOf(params), ...(first === null ? {} : { dealer: String(first) }) };
  for (const receipt of receipts) {
    if (!PLACE.test(placeOf(receipt)) || !hasItsLines(receipt, versionOf(params))) {
      yield fault(gettext("The receipt \"{step}\" of seat {seat} is none that a game has.", receipt));
      continue;
    }
    const { step, lines } = receipt;
    const isPromise = step === "promise";
    if (isPromise && (lines.c0 !== "-" || lines.c1 !== "-")) {
      yield fault(gettext("The receipt \"{step}\" of seat {seat} names a commitment before there was one.", receipt));
    }
    for (const [name, otherwise] of Object.entries({
      ...CONSTANT,
      ...(isPromise ? {} : COMMITMENTS),
      ...(step.includes(" ") ? DEALER : {}),
    })) {
      const said = name === "dealer"
        ? firstDealer(lines.dealer ?? "-", Number(step.split(" ")[1]))
        : lines[name] ?? "-";
      expected[name] ??= said;
      if (said !== expected[name]) yield fault(otherwise(receipt));
    }
  }
}

const HEAD = ["game", "seat", "step", "params", "tip", "c0", "c1", "after"];
const OWN_LINES = new Map(Object.entries({
  opened: ["s0", "s1"], saw: ["dealer", "dealt"], shown: ["link", "dealer", "moves", "scores"], over: [
    "ended",
    "winner",
    "value",
    "scores",
    "line",
  ],
}));

/** The protocol that receipts of a case begin with. @param {string} params */
function versionOf(params) {
  try {
    return JSON.parse(params)?.version === SHARED_PROTOCOL ? SHARED_PROTOCOL : SIGNED_PROTOCOL;
  } catch {
    return SIGNED_PROTOCOL;
  }
}

/**
 * Whether it has exactly the lines of its step. Links of shared decks are not signed.
 * @param {SignedReceipt} receipt
 */
function hasItsLines({ text, step, lines }, version) {
  if (version === SHARED_PROTOCOL && (lines.link ?? "-") !== "-") return false;
  const names = linesOf(text).map((line) => line.split(" ", 1)[0]);
  return names.join(" ") === [version, ...HEAD, ...(OWN_LINES.get(step.split(" ")[0]) ?? [])].join(" ");
}

/** The first dealer, computed from the dealer of a deal: the seats take turns, and the cut is for the first. */
const firstDealer = (dealer, number) => (
  dealer === "0" || dealer === "1" ? String((Number(dealer) + Math.max(number, 1) + 1) % 2) : dealer
);

const TOLD_TO_BOTH = new Map(Object.entries({
  opened: ["s0", "s1"], shown: ["link", "moves", "scores"], over: ["ended", "winner", "value", "scores", "line"],
}));

/** Yields lines for both seats that differ between them. */
function* faultsBetweenSeats(receipts) {
  const first = new Map();
  for (const { seat, step, lines } of receipts) {
    for (const name of TOLD_TO_BOTH.get(step.split(" ", 1)[0]) ?? []) {
      const told = `${step}\n${name}`;
      if (!first.has(told)) first.set(told, { seat, said: lines[name] });
      const other = first.get(told);
      if (other.seat !== seat && other.said !== lines[name]) {
        yield fault(
          gettext(
            "The receipt \"{step}\" of seat {seat} has another line \"{name}\" than that of seat {other}.",
            { step, seat, name, other: other.seat },
          ),
        );
      }
    }
  }
}

/** Pairs of consecutive steps, in any game. */
const CONSECUTIVE = [
  ["promise", "both-stand"], ["both-stand", "opened"], ["shown 0", "saw 1"],
  ...Array.from({ length: LINKS - 2 }, (_, n) => n + 1).flatMap(
    (d) => [[`saw ${d}`, `shown ${d}`], [`shown ${d}`, `saw ${d + 1}`]],
  ),
];

/** Checks that each receipt names the previous one, if that was stored too. @param {Map<string, SignedReceipt>} own */
function* orderFaults(own) {
  for (const [one, other] of CONSECUTIVE) {
    const [before, after] = [own.get(one), own.get(other)];
    if (before && after && after.lines.after !== hashOf(before.text)) {
      yield fault(
        gettext(
          "The receipt \"{step}\" of seat {seat} does not follow from the receipt \"{before}\" of seat {seat}.",
          { ...after, before: one },
        ),
      );
    }
  }
}

/**
 * Checks that the signed secrets, links and cards are those of the decks.
 * @param {Map<string, SignedReceipt>} own
 */
function* deckFaults({ game, params }, own) {
  const opened = own.get("opened");
  if (!opened) return;
  try {
    const [tip, c0, c1, ...secrets] = ["tip", "c0", "c1", "s0", "s1"].map((name) => bytesOf(opened, name));
    for (const [seat, commitment] of [c0, c1].entries()) {
      if (hex(seatCommitment(game, seat, secrets[seat])) !== hex(commitment)) {
        yield fault(gettext("Seat {seat}'s secret is not the one it committed to.", { seat }));
      }
    }
    if (versionOf(params) === SHARED_PROTOCOL) return; // its decks follow from links that were revealed later
    for (let d = 0; d < LINKS; d++) {
      const [saw, shown] = [own.get(`saw ${d}`), own.get(`shown ${d}`)];
      if (!shown) continue;
      const link = bytesOf(shown, "link");
      if (!leadsTo(tip, { game, link, d })) {
        yield fault(gettext("The link of deal {d} does not lead back to the tip.", { d }), d);
      }
      else if (saw) yield* sixFaults(saw, d, dealSix(deckOf(params, own, d)));
    }
  } catch {
    yield fault(gettext("The receipts of seat {seat} cannot be read.", opened));
  }
}

function deckOf(params, own, d) {
  const [tip, c0, c1, ...secrets] = ["tip", "c0", "c1", "s0", "s1"].map((name) => bytesOf(own.get("opened"), name));
  return deck(dealKey(context(params, tip, c0, c1), d, bytesOf(own.get(`shown ${d}`), "link"), ...secrets));
}

function* sixFaults(saw, d, dealt) {
  const six = wordsOf(saw, "dealer") === saw.seat ? dealt.dealer : dealt.pone;
  const [shown, own] = [wordsOf(saw, "dealt"), six.map(cardText).join(" ")];
  if (shown !== own) {
    yield fault(
      gettext(
        "Deal {d}: seat {seat} was shown {shown}, and the deck gives it {own}.",
        { d, seat: saw.seat, shown, own },
      ),
      d,
    );
  }
}

function leadsTo(tip, { game, link, d }) {
  let back = link;
  for (let step = 0; step <= d; step++) back = chained(game, back);
  return hex(back) === hex(tip);
}

function wordsOf({ lines }, name) {
  if (lines[name] === undefined) throw new Error(name);
  return lines[name];
}

/** The 32 bytes in a line, as Python parses them: also in capitals, and with blanks between bytes. */
function bytesOf(receipt, name) {
  const bytes = concat(...wordsOf(receipt, name).toLowerCase().split(/[ \t]+/).map(unhex));
  if (bytes.length !== 32) throw new Error(name);
  return bytes;
}

/** Checks that a transcript has the player's receipts, as far as its game had come. */
function* faultsBeside({ receipts: notes, result }, receipts, signer) {
  const known = new Map(openAll(notes.flat(), signer).receipts.map((receipt) => [placeOf(receipt), receipt.text]));
  for (const receipt of receipts) {
    const text = known.get(placeOf(receipt));
    if (text === undefined && !result) continue;
    if (text === undefined) {
      yield fault(
        gettext("The transcript has no receipt \"{step}\" of seat {seat}, which the server signed.", receipt),
      );
    }
    else if (text !== receipt.text) yield fault(
      gettext(
        "The transcript has another receipt \"{step}\" of seat {seat} than the one that the player kept.",
        receipt,
      ),
    );
  }
}
