/**
 * Reads the server's receipts, and compares them with the values that a page saw. docs/explanation/fairness.md has
 * their form.
 */

import { areSameCards } from "../../ui/cards/card-values.js";
import { gettext } from "../../ui/translate.js";
import { hex, utf8 } from "../../rng/bytes.js";
import { SHARED_PROTOCOL } from "../../rng/cribfair.js";
import { openNote, parseVerifierKey, textOfNote } from "./note.js";
import { sha256 } from "../../rng/sha2.js";
import { CARD, MOVE } from "./transcript-shape.js";

/** @typedef {{text: string, step: string, lines: Record<string, string>}} Receipt */

// The line endings of Python, so that all verifiers read the same lines.
const LINES_END = /[\n\v\f\x1c-\x1e\x85\u2028\u2029]/;

export const hashOf = (text) => hex(sha256(utf8(text)));

/** The key that the params name, or null. @param {string} params */
export function signerOf(params) {
  try {
    return parseVerifierKey(JSON.parse(params).signer);
  } catch {
    return null;
  }
}

/**
 * Throws if the note is not signed.
 * @param {string} note
 * @param {import("./note.js").Verifier} signer
 * @returns {Receipt}
 */
export const openReceipt = (note, signer) => parseReceipt(openNote(note, signer));

/** The lines of a text that ends with a newline. @param {string} text @returns {string[]} */
export const linesOf = (text) => text.split(LINES_END).slice(0, -1);

/** @param {string} text @returns {Receipt} */
export function parseReceipt(text) {
  const lines = Object.fromEntries(text.split(LINES_END).map((line) => {
    const [name] = line.split(" ", 1);
    return [name, line.slice(name.length + 1)];
  }));
  return { text, step: lines.step ?? "", lines };
}

/** The receipt in a note that was verified before. @param {string} note */
export const keptReceipt = (note) => parseReceipt(textOfNote(note));

/** The steps that can come after one, in any game. */
function nextSteps(step) {
  const [kind, number] = [step.split(" ")[0], deal(step)];
  return {
    "": ["promise"],
    promise: ["both-stand", "over"],
    "both-stand": ["opened", "over"],
    opened: ["shown 0", "saw 1", "over"],
    saw: [`shown ${number}`],
    shown: [`saw ${number + 1}`, "over"],
  }[kind] ?? [];
}

const HASH = "[0-9a-f]{64}";
const SCORES = String.raw`scores \d{1,3} \d{1,3}`;
const FURTHER = {
  opened: [`s0 ${HASH}`, `s1 ${HASH}`],
  saw: ["dealer [01]", `dealt ${CARD}( ${CARD}){5}`],
  shown: [`link (${HASH}|-)`, "dealer [01]", `moves( (${MOVE}))*`, SCORES],
  over: ["ended [a-z]+", "winner [01-]", "value [0-4]", SCORES, `line ${HASH}`],
};
const HEAD = [
  "receipt",
  String.raw`game \S+`,
  "seat [01]",
  String.raw`step \S+( \d+)?`,
  `params ${HASH}`,
  `tip ${HASH}`,
  `c0 (${HASH}|-)`,
  `c1 (${HASH}|-)`,
  `after (${HASH}|-)`,
];

/** Whether it has exactly the lines of its step, so that all verifiers read the same. */
function isWellFormed({ text, step }, version) {
  const lines = [...HEAD, ...(FURTHER[step.split(" ")[0]] ?? [])];
  return text.startsWith(`${version} `) && new RegExp(`^${lines.join("\n")}\n$`).test(text.slice(version.length + 1));
}

/**
 * Returns the fault of a new receipt as a sentence, or null.
 * @param {Receipt} receipt @param {{pins: object, you: number, seen: object, before: {step: string, hash: string}
 *   | null}} page `before`: the receipt before it
 */
export function receiptFault(receipt, { pins, you, seen, before }) {
  const { step, lines } = receipt;
  if (!isWellFormed(receipt, pins.version)) {
    return gettext("The server’s receipt “{step}” is malformed.", { step });
  }
  if (!nextSteps(before?.step ?? "").includes(step)) {
    return gettext("The server left out a receipt before “{step}”.", { step });
  }
  const [c0, c1] = step === "promise" ? ["-", "-"] : pins.commitments.map((shown) => shown ?? "-");
  const head = {
    game: pins.game,
    seat: String(you),
    params: hashOf(pins.params),
    tip: pins.tip,
    c0,
    c1,
    after: before?.hash ?? "-",
  };
  const secrets = step === "opened" ? { s0: pins.secrets[0], s1: pins.secrets[1] } : {};
  return otherwise(step, lines, { ...head, ...secrets }) ?? shownOtherwise(receipt, { pins, seen });
}

/**
 * Finds where a receipt differs from the values that the page saw, earlier or later.
 * @param {Receipt} receipt
 * @param {{pins: object, seen: object}} page
 */
export function shownOtherwise({ step, lines }, { pins, seen }) {
  const fault = otherwise(step, lines, known(step === "over" ? endSeen(seen) : dealSeen(step, { pins, seen })));
  if (fault || hasCardsOf(lines, seen[deal(step)] ?? {})) return fault;
  return gettext("The server’s receipt “{step}” has other cards than the server showed you.", { step });
}

function otherwise(step, lines, expected) {
  const line = Object.keys(expected).find((name) => lines[name] !== expected[name]);
  return line
    ? gettext("The server’s receipt “{step}” contradicts the values that the server sent: {line}.", { step, line })
    : null;
}

const deal = (step) => Number(step.split(" ")[1]);

const known = (lines) => Object.fromEntries(Object.entries(lines).filter(([, value]) => value !== undefined));
const numberOrNone = (value) => (value === null ? "-" : String(value));

function dealSeen(step, { pins, seen }) {
  const { dealer, scores } = seen[deal(step)] ?? {};
  return step.startsWith("shown ")
    ? { link: pins.version === SHARED_PROTOCOL ? "-" : pins.links?.[deal(step)], scores: scores?.join(" ") }
    : { dealer: dealer?.toString() };
}

function endSeen(seen) {
  const { result, scores } = Object.values(seen).find((each) => each.result) ?? {};
  return result
    ? {
      ended: result.ended,
      winner: numberOrNone(result.winner),
      value: String(result.value),
      scores: scores.join(" "),
    }
    : {};
}

/** Whether a receipt has the six cards that a page saw, and begins with the cards that it saw played. */
function hasCardsOf({ dealt, moves }, saw) {
  if (dealt !== undefined && saw.dealt && !areSameCards(saw.dealt, dealt.split(" "))) return false;
  const plays = (moves ?? "").split(" ").filter((word) => /^[ab][A2-9TJQK][CDHS]$/.test(word));
  return moves === undefined || (saw.played ?? []).every(([seat, card], n) => plays[n] === "ab"[seat] + card);
}
