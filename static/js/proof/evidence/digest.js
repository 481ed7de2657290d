// Opens a file that contains a digest of all its bytes.

import { gettext } from "../../ui/translate.js";
import { hex } from "../../rng/bytes.js";
import { parseStrictly, withoutStrings } from "../../rng/json.js";
import { sha256 } from "../../rng/sha2.js";

const DIGEST = /"digest"[ \t\r\n]*:[ \t\r\n]*"([0-9a-f]{64})"/g;

/**
 * @param {Uint8Array} file
 * @returns {{text: string, digests: number, changed: string | null, document: any}} `changed`: a sentence if it
 *   was changed;
 *   `document`: null if it cannot be parsed unambiguously
 */
export function openDigested(file) {
  const text = latin1(file);
  const digests = [...text.matchAll(DIGEST)];
  const opened = { text, digests: digests.length, changed: null, document: null };
  if (digests.length !== 1) {
    return { ...opened, changed: gettext("The file was changed: its digest is not well-formed.") };
  }
  const [{ 0: found, 1: digest, index }] = digests;
  const start = index + found.length - 65;
  const blank = file.slice();
  blank.fill(0x30, start, start + 64);
  if (hex(sha256(blank)) !== digest) {
    return { ...opened, changed: gettext("The file was changed since it was written: its digest does not fit.") };
  }
  return { ...opened, document: decode(file, text) };
}

/** One character per byte, so that offsets in the text are offsets in the file. */
function latin1(file) {
  let text = "";
  for (let at = 0; at < file.length; at += 0x2000) text += String.fromCharCode(...file.subarray(at, at + 0x2000));
  return text;
}

/** Only ASCII and whole numbers, because everything else could be read in more ways than one. */
function decode(file, text) {
  const isWhole = !/[0-9][.eE]/.test(withoutStrings(text));
  if (!isWhole || !file.every((byte) => byte < 0x80)) return null;
  try {
    return parseStrictly(text);
  } catch {
    return null;
  }
}
