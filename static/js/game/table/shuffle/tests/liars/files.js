// Files as the site seals them, for tests.

import { hex, utf8 } from "../../../../../rng/bytes.js";
import { sha256 } from "../../../../../rng/sha2.js";

/** A document with a digest that fits. @param {object} document @returns {Uint8Array} */
export function sealed(document) {
  const blank = `${JSON.stringify({ ...document, digest: "0".repeat(64) }, null, 1)}\n`;
  return utf8(blank.replace("0".repeat(64), hex(sha256(utf8(blank)))));
}
