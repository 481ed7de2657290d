// The verdict on a transcript or on a player's case, in the form of proof/evidence/checks/verdict.py.

import { FEWEST_STEPS, SEGMENTS } from "../../rng/delay.js";
import { gettext, ngettext } from "../../ui/translate.js";
import { fault } from "../../game/fairness/game-checks.js";

/**
 * @typedef {object} Verdict
 * @property {"true" | "false" | "unreadable"} verdict
 * @property {import("../../game/fairness/game-checks.js").Fault[]} faults all faults
 * @property {string | null} game
 * @property {string | null} table_code
 * @property {number[]} deals those whose decks were recomputed; 0 is the cut for deal
 * @property {string | null} signed_by the key that signed the receipts of every person at the table
 * @property {string | null} logged_by the key of the log that is shown to hold all that there is of the game
 * @property {number | null} receipts of a player's case: how many were signed
 * @property {string | null} decks of a record of decks: whose, and of how many rounds the links are shown
 * @property {number | null} rounds
 * @property {number | null} delay of a record of decks: the steps in a segment of its delay (0 without one), and how
 *   many segments were computed again
 * @property {number | null} segments
 * @property {([number, number] | null)[] | null} moves of a finished game, by seat: how many moves its player signed,
 *   and of how many; null for a bot
 * @property {string[]} unchecked of a true game: what the files that were given do not show, a sentence each
 * @property {object | null} document the transcript itself, where it can be read
 */

const NOTHING_KNOWN = {
  game: null,
  table_code: null,
  deals: [],
  signed_by: null,
  logged_by: null,
  receipts: null,
  decks: null,
  rounds: null,
  delay: null,
  segments: null,
  moves: null,
  unchecked: [],
  document: null,
};

/**
 * @param {import("../../game/fairness/game-checks.js").Fault[]} faults
 * @param {Partial<Verdict>} [known]
 * @returns {Verdict}
 */
export const judged = (faults, known = {}) => (
  { ...NOTHING_KNOWN, verdict: faults.length ? "false" : "true", faults, ...known }
);

/** @param {string} says @param {Partial<Verdict>} [known] @returns {Verdict} */
export const unreadable = (says, known = {}) => judged([fault(says)], { verdict: "unreadable", ...known });

/** A short name. @param {string | null} key of a log or a signer */
export const nameOf = (key) => key && key.split("+", 1)[0];

/** A verdict in words, as verify.py prints it. @param {Verdict} found @returns {string} */
export function describeVerdict(found) {
  const { verdict, faults, game, deals, table_code: code, signed_by: key, logged_by: logKey, receipts, decks, rounds,
    moves, unchecked } = found;
  const log = nameOf(logKey);
  if (verdict === "unreadable") return gettext("UNREADABLE. {says}", faults[0]);
  if (verdict === "false") {
    return [
      key ? gettext("FALSE, signed by {key}.", { key }) : gettext("FALSE."),
      ...faults.map(({ says }) => `  ${says}`),
    ].join("\n");
  }
  if (decks !== null) {
    return gettext(
      "TRUE. Decks {decks}: commitments, secrets, root and links hold. Rounds shown: {rounds}.",
      { decks, rounds },
    ) + ` ${describeDelay(found)}`;
  }
  if (receipts !== null) {
    return gettext(
      "TRUE, signed by {key}. Game {game}: its {receipts} receipts agree with one another.",
      { key, game, receipts },
    );
  }
  const says = [
    code ? gettext("Table code {code}.", { code }) : null, ...describeMoves(moves), ...describeUnchecked(unchecked),
  ];
  const line = says.filter(Boolean).map((each) => `\n${each}`).join("");
  if (key && log) {
    return gettext(
      "TRUE, signed by {key}, in the log {log}. Game {game}: commitments, secrets and links hold. Checked: {decks}.",
      { key, log, game, decks: decksOf(deals) },
    ) + line;
  }
  if (key) {
    return gettext(
      "TRUE, signed by {key}. Game {game}: commitments, secrets and links hold. Checked: {decks}.",
      { key, game, decks: decksOf(deals) },
    ) + line;
  }
  return gettext(
    "TRUE. Game {game}: commitments, secrets and links hold. Checked: {decks}.",
    { game, decks: decksOf(deals) },
  ) + line;
}

/** Describes the delay of a record of decks. @param {Verdict} found @returns {string} */
export function describeDelay({ delay: steps, segments }) {
  if (!steps) return gettext("They have no delay, so the last secret could be chosen.");
  const computed = gettext(
    "Segments of the delay computed again: {segments} of {all}.",
    { segments, all: SEGMENTS },
  );
  if (steps >= FEWEST_STEPS) return computed;
  return `${computed} ${gettext("The delay is too short, so the last secret could be chosen.")}`;
}

/** How many of its moves each player signed, a sentence each. @param {Verdict["moves"]} moves @returns {string[]} */
export const describeMoves = (moves) =>
  (moves ?? []).flatMap((count, seat) => {
    if (!count) return [];
    const [signed, made] = count;
    return [gettext("Seat {seat} signed {signed} of its {made} moves.", { seat, signed, made })];
  });

/** Returns each thing that was not checked as a sentence. @param {string[]} unchecked @returns {string[]} */
export const describeUnchecked = (unchecked) => unchecked.map((says) => gettext("Not checked: {says}", { says }));

function decksOf(deals) {
  const hands = deals.filter((number) => number).length;
  const dealt = ngettext("{n} deal", "{n} deals", hands);
  if (!deals.includes(0)) return hands ? dealt : gettext("nothing was dealt");
  return hands ? gettext("the cut for deal and {deals}", { deals: dealt }) : gettext("the cut for deal");
}
