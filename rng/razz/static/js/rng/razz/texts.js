/** Formats razz results as text. Pure functions. */

import { fixed } from "../../ui/words/number-format.js";
import { formatNumber, gettext, ngettext } from "../../ui/translate.js";

/**
 * @typedef {{row: number, count: number, exact: number, drawn: number, sampled: number}} Row
 * @typedef {{run_outs: number, rows: Row[], games: number, fit: {chi2: number, df: number, p: number}}} Law
 * @typedef {{hand: string, wins: number, losses: number, ties: number, equity: string, share: number, error:
 *   number}} Player
 * @typedef {{exact: boolean, hands: number | null, samples: number | null, players: Player[]}} Worth
 */

const DOUBTED = 0.001;
const NULL = -1;
const LONGEST = 9; // letters of a fraction that is read rather than looked at

/**
 * Returns the URL of a query for a hand.
 * @param {{cards: string, others: string, dead: string, games: string}} asked
 * @param {number} seed
 */
export const lawUrl = (asked, seed) => `/fairness/lab/razz?${new URLSearchParams({ ...asked, seed: String(seed) })}`;

/** Returns the URL of a query for ranges, without empty hands. @param {string[]} hands @param {string} dead */
export function rangesUrl(hands, dead) {
  const named = hands.map((hand) => hand.trim()).filter(Boolean);
  return `/fairness/lab/razz/equity?${new URLSearchParams([...named.map((hand) => ["hands", hand]), ["dead", dead]])}`;
}

/** Returns the name of a row. @param {number} row */
export const rowName = (row) => (row === NULL ? gettext("null") : String(row));

/** Formats a share in percent. @param {number} share */
export const formatShare = (share, digits = 3) => fixed(100 * share, digits);

/** Describes how well the sample fits the exact distribution. @param {Law} law */
export function describeFit({ run_outs, games, fit }) {
  const ways = run_outs === 1
    ? gettext("No cards to come")
    : ngettext(
      "{n} way to complete the hand",
      "{n} ways to complete the hand",
      run_outs,
      { n: formatNumber(run_outs) },
    );
  const about = {
    ways, games: formatNumber(games), chi2: fixed(fit.chi2, 1), freedom: fit.df,
    p: formatNumber(fit.p, { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }),
  };
  if (fit.df === 0) return gettext("{ways}. All {games} simulated games ended in the same row.", about);
  return fit.p < DOUBTED
    ? gettext("{ways}. The {games} simulated games don’t match the exact column: chi-square {chi2} with {freedom} degrees of freedom, p = {p}.", about)
    : gettext("{ways}. The {games} simulated games match the exact column: chi-square {chi2} with {freedom} degrees of freedom, p = {p}.", about);
}

/** Returns the lengths of the bars relative to the longest. @param {Row[]} rows */
export function barLengths(rows) {
  const most = Math.max(...rows.flatMap(({ exact, sampled }) => [exact, sampled]));
  return rows.map(({ exact, sampled }) => ({ exact: exact / most, sampled: sampled / most }));
}

/**
 * Describes one hand's equity: a line for the result and one for its basis.
 * @param {Player} player
 * @param {boolean} isExact
 */
export function formatEquity(player, isExact) {
  const fraction = isExact && player.equity.length <= LONGEST ? ` = ${player.equity}` : "";
  const error = isExact ? "" : ` ± ${formatShare(player.error, 2)}`;
  const [wins, losses, ties] = [player.wins, player.losses, player.ties].map((games) => formatNumber(games));
  return {
    share: `${formatShare(player.share, isExact ? 4 : 2)}${error}%${fraction}`,
    results: gettext("{wins} won, {losses} lost, {ties} tied", { wins, losses, ties }),
  };
}

/** Compares both readings. @param {Worth} unordered @param {Worth} ordered */
export function describeReadings(unordered, ordered) {
  const apart = Math.abs(unordered.players[0].share - ordered.players[0].share);
  const name = unordered.players[0].hand;
  const error = 4 * (unordered.players[0].error + ordered.players[0].error);
  if (apart <= error + 1e-12) return gettext("Both readings give {name} the same.", { name });
  const about = {
    name,
    ordered: formatShare(ordered.players[0].share, 2),
    unordered: formatShare(unordered.players[0].share, 2),
  };
  return gettext("Read in order, {name} seems worth {ordered}%; without order it is {unordered}%.", about);
}
