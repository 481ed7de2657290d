/** Reads the server's receipts, and compares them with what a page was shown. docs/fairness.md has their form. */

import { gettext } from "../ui/translate.js";
import { hex, utf8 } from "./bytes.js";
import { openNote, parseVerifierKey } from "./note.js";
import { sha256 } from "./sha2.js";

/** @typedef {{text: string, step: string, lines: Record<string, string>}} Receipt */

// As Python has it, so that whoever checks a receipt reads the same in it.
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

/** Throws where it is not signed. @param {string} note @param {import("./note.js").Verifier} signer @returns {Receipt} */
export const openReceipt = (note, signer) => parseReceipt(openNote(note, signer));

/** @param {string} text @returns {Receipt} */
export function parseReceipt(text) {
  const lines = Object.fromEntries(text.split(LINES_END).map((line) => {
    const [name] = line.split(" ", 1);
    return [name, line.slice(name.length + 1)];
  }));
  return { text, step: lines.step ?? "", lines };
}

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

/**
 * What a receipt says otherwise than the page was shown it, in a sentence; null if nothing.
 * @param {Receipt} receipt @param {{pins: object, you: number, seen: object, before: {step: string, hash: string} | null}} page `before`: the receipt before it
 */
export function receiptFault({ step, lines }, { pins, you, seen, before }) {
  if (!nextSteps(before?.step ?? "").includes(step)) return gettext("The server left out a receipt before “{step}”.", { step });
  const otherwise = Object.entries(expectedLines(step, { pins, you, seen, before })).find(([name, value]) => lines[name] !== value);
  if (otherwise) return gettext("The server’s receipt “{step}” says something else than it showed: {line}.", { step, line: otherwise[0] });
  if (!step.startsWith("saw ") || !seen[deal(step)]?.dealt) return null;
  const { dealt } = seen[deal(step)];
  const isSame = [...dealt].sort().join(" ") === (lines.dealt ?? "").split(" ").sort().join(" ");
  return isSame ? null : gettext("The server’s receipt “{step}” has other cards than you were shown.", { step });
}

const deal = (step) => Number(step.split(" ")[1]);

function expectedLines(step, { pins, you, seen, before }) {
  const isPromise = step === "promise";
  const [c0, c1] = isPromise ? ["-", "-"] : pins.commitments.map((shown) => shown ?? "-");
  const common = { game: pins.game, seat: String(you), params: hashOf(pins.params), tip: pins.tip, c0, c1, after: before?.hash ?? "-" };
  if (step === "opened") return { ...common, s0: pins.secrets[0] ?? undefined, s1: pins.secrets[1] ?? undefined };
  if (step.startsWith("shown ") && pins.links?.[deal(step)]) return { ...common, link: pins.links[deal(step)] };
  const dealer = step.startsWith("saw ") ? (seen[deal(step)]?.dealer ?? null) : null;
  return dealer === null ? common : { ...common, dealer: String(dealer) };
}
