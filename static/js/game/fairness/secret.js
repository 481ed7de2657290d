// Makes a seat's secret from the browser's entropy and what the player chose to type.

import { lp, utf8 } from "../../rng/bytes.js";
import { PROTOCOL } from "../../rng/cribfair.js";
import { sha256 } from "../../rng/sha2.js";

/** @param {string} typed what the player typed, if anything @returns {Uint8Array} 32 bytes */
export function freshSecret(typed = "") {
  const drawn = crypto.getRandomValues(new Uint8Array(32)); // there on plain http too, unlike crypto.subtle
  return sha256(lp(utf8(`${PROTOCOL}|fresh`), drawn, utf8(typed)));
}
