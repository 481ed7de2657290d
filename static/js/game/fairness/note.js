// Signed notes as C2SP defines them (https://c2sp.org/signed-note): a text, followed by its signatures.

import { gettext } from "../../ui/translate.js";
import { concat, hex, utf8 } from "../../rng/bytes.js";
import { decodePoint, isOfSmallOrder, verify } from "../../rng/ed25519.js";
import { sha256 } from "../../rng/sha2.js";

const ED25519 = 1;
// A name has no whitespace by Python's definition, so that all verifiers read the same names, and no lone surrogates.
const NAME = String.raw`(?:[^\s\x1c-\x1f\x85\p{Cs}+]|\ufeff)+`;
const VERIFIER_KEY = new RegExp(String.raw`^(${NAME})\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$`, "u");
const SIGNATURE = new RegExp(`^— (${NAME}) ([A-Za-z0-9+/]+={0,2})$`, "u");

/** @typedef {{name: string, hash: string, key: Uint8Array}} Verifier */

/** @param {unknown} text "name+hash+key" @returns {Verifier | null} null if it is no Ed25519 key */
export function parseVerifierKey(text) {
  const [, name, hash, coded] = (typeof text === "string" && VERIFIER_KEY.exec(text)) || [];
  const decoded = coded ? decodeBase64(coded) : null;
  if (!decoded || decoded.length !== 33 || decoded[0] !== ED25519) return null;
  const point = decodePoint(decoded.subarray(1));
  const hashed = hex(sha256(concat(utf8(`${name}\n`), decoded)).subarray(0, 4));
  return hashed === hash && point && !isOfSmallOrder(point) ? { name, hash, key: decoded.slice(1) } : null;
}

/**
 * Returns the text of a note that the verifier has signed. Throws the reason if it is not valid.
 * @param {string} note
 * @param {Verifier} verifier
 */
export function openNote(note, verifier) {
  const { text, signatures } = splitNote(note);
  const own = signatures.filter(({ name, hash }) => name === verifier.name && hash === verifier.hash);
  if (!own.length) throw new Error(gettext("Nobody known has signed the note."));
  if (!own.every(({ signature }) => verify(verifier.key, utf8(text), signature))) {
    throw new Error(gettext("The signature of {name} does not fit the note.", { name: verifier.name }));
  }
  return text;
}

/** The text of a note that was verified before. @param {string} note */
export const textOfNote = (note) => note.slice(0, note.lastIndexOf("\n\n") + 1);

function splitNote(note) {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || note.includes("\r") || !note.endsWith("\n")) throw new Error(gettext("This is no signed note."));
  const lines = note.slice(end + 2, -1).split("\n");
  return { text: textOfNote(note), signatures: lines.map(parseSignature) };
}

function parseSignature(line) {
  const [, name, coded] = SIGNATURE.exec(line) ?? [];
  const decoded = coded ? decodeBase64(coded) : null;
  if (!decoded || decoded.length <= 4) throw new Error(gettext("A signature of the note is not well-formed."));
  return { name, hash: hex(decoded.subarray(0, 4)), signature: decoded.subarray(4) };
}

/** Decodes base64, or returns null if the text is not in its canonical encoding. */
export function decodeBase64(text) {
  try {
    const decoded = atob(text);
    return btoa(decoded) === text ? Uint8Array.from(decoded, (sign) => sign.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
