// Bytes, and how cribfair/1 frames them before it hashes them.

import { gettext } from "../ui/translate.js";

/** @param {Uint8Array} bytes @returns {string} lower-case hexadecimal */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits @returns {Uint8Array} */
export function unhex(digits) {
  if (typeof digits !== "string" || !/^([0-9a-f]{2})*$/.test(digits)) {
    throw new Error(gettext("This is not lower-case hexadecimal."));
  }
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** @param {string} text @returns {Uint8Array} */
export function utf8(text) {
  return new TextEncoder().encode(text);
}

/** @param {...Uint8Array} parts @returns {Uint8Array} */
export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Four bytes, big-endian. @param {number} n @returns {Uint8Array} */
export function uint32Bytes(n) {
  return Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);
}

/** Each part after its length, so that no two lists of parts have the same bytes. @param {...Uint8Array} parts */
export function lp(...parts) {
  return concat(...parts.flatMap((part) => [uint32Bytes(part.length), part]));
}
