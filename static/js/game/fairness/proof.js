// The proof of a deal, value by value: what the server showed, and what this browser computes from it.

import { hex, unhex } from "../../rng/bytes.js";
import { context, seatCommitment, tableCode } from "../../rng/cribfair.js";
import { firstLinked, linkBefore } from "./deal-links.js";

/**
 * @typedef {object} LinkProof
 * @property {string} link the server's part of the deal
 * @property {string} hashed the link, hashed `times` times
 * @property {number} times
 * @property {number | null} before the deal whose link it must equal, or null: the tip
 * @property {string} shown that link, as it was shown
 *
 * @typedef {object} SeatProof
 * @property {string | null} secret
 * @property {string | null} hashed
 * @property {string | null} commitment
 */

/**
 * @param {import("./check.js").Fair} fair
 * @param {number} d
 * @returns {LinkProof | null} null if it cannot be computed
 */
export function linkProof(fair, d) {
  return orNull(() => {
    const first = firstLinked(fair);
    let before = d - 1;
    while (before >= first && !fair.links[before]) before -= 1;
    let link = unhex(fair.links[d]);
    for (let step = d; step > before; step--) link = linkBefore(fair, step, link);
    const shown = before < first ? fair.tip : fair.links[before];
    return { link: fair.links[d], hashed: hex(link), times: d - before, before: before < first ? null : before, shown };
  });
}

/** @param {import("./check.js").Fair} fair @returns {SeatProof[]} by seat */
export const seatProofs = (fair) =>
  [0, 1].map((seat) => {
    const secret = fair.secrets[seat];
    const hashed = orNull(() => hex(seatCommitment(fair.game, seat, unhex(secret))));
    return { secret, hashed, commitment: fair.commitments[seat] };
  });

/** The hash of all values that were fixed before any secret was revealed. @param {import("./check.js").Fair} fair */
export const contextOf = (fair) =>
  orNull(() => hex(context(fair.params, unhex(fair.tip), ...fair.commitments.map(unhex))));

/** The code that two players can compare, or null while it is unknown. @param {import("./check.js").Fair} fair */
export const codeOf = ({ version, params, tip, commitments, secrets }) =>
  orNull(
    () => tableCode(
      version,
      context(params, unhex(tip), ...commitments.map(unhex)),
      secrets.map((secret) => secret && unhex(secret)),
    ),
  );

function orNull(make) {
  try {
    return make();
  } catch {
    return null;
  }
}
