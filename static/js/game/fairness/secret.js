// Makes a seat's secret from the browser's entropy and the text that the player typed.

import { lp, utf8 } from "../../rng/bytes.js";
import { PROTOCOL } from "../../rng/cribfair.js";
import { sha256 } from "../../rng/sha2.js";

/** @param {string} typed the player's text, may be empty @returns {Uint8Array} 32 bytes */
export function freshSecret(typed = "") {
  const drawn = crypto.getRandomValues(new Uint8Array(32)); // also available on plain http, unlike crypto.subtle
  return sha256(lp(utf8(`${PROTOCOL}|fresh`), drawn, utf8(typed)));
}
