/**
 * Keeps the keys of this site that the public log names, so that a key made for one game is known for what it is.
 *
 * @typedef {{receipts: string[], log: string[]}} SiteKeys  the keys that sign receipts, and those that sign the log
 */

import { gettext } from "../../ui/translate.js";

const KEPT = "every-other-keys";

export const UNPUBLISHED = gettext(
  "The server signed with a key that this site does not publish, so you can’t prove what it showed you.",
);

/** @returns {SiteKeys} */
export function loadKeys() {
  const none = { receipts: [], log: [] };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch {
    return none;
  }
}

/** @param {SiteKeys} keys */
export function saveKeys(keys) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(keys));
  } catch {
    // Without storage they are fetched again for each game.
  }
}

/**
 * Whether a game names keys that this browser knows, to sign its receipts and the log.
 * @param {string} params @param {SiteKeys} keys
 */
export function areKnown(params, { receipts, log }) {
  const { signer, log: named } = JSON.parse(params);
  return receipts.includes(signer) && (named === undefined || log.includes(named));
}
