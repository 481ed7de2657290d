/** Describes razz's answers in words and figures. Pure. */

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
 * Where a start is asked for.
 * @param {{cards: string, others: string, dead: string, games: string}} asked
 * @param {number} seed
 */
export const lawUrl = (asked, seed) => `/fairness/lab/razz?${new URLSearchParams({ ...asked, seed: String(seed) })}`;

/** Where ranges are asked for; hands that are not written are left out. @param {string[]} hands @param {string} dead */
export function rangesUrl(hands, dead) {
  const named = hands.map((hand) => hand.trim()).filter(Boolean);
  return `/fairness/lab/razz/equity?${new URLSearchParams([...named.map((hand) => ["hands", hand]), ["dead", dead]])}`;
}

/** The name of a row. @param {number} row */
export const rowName = (row) => (row === NULL ? gettext("null") : String(row));

/** A share in percent. @param {number} share */
export const formatShare = (share, digits = 3) => fixed(100 * share, digits);

/** How the drawn games lie to the law. @param {Law} law */
export function describeFit({ run_outs, games, fit }) {
  const ways = run_outs === 1
    ? gettext("Nothing is to come")
    : ngettext("{n} way to go on", "{n} ways to go on", run_outs, { n: formatNumber(run_outs) });
  const about = {
    ways, games: formatNumber(games), chi2: fixed(fit.chi2, 1), freedom: fit.df,
    p: formatNumber(fit.p, { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }),
  };
  if (fit.df === 0) return gettext("{ways}, and {games} games drawn all came out alike.", about);
  return fit.p < DOUBTED
    ? gettext("{ways}; {games} games drawn, and they do not fit: chi-square {chi2} on {freedom}, p {p}.", about)
    : gettext("{ways}; {games} games drawn, and they fit: chi-square {chi2} on {freedom}, p {p}.", about);
}

/** How far a bar reaches of the longest of all. @param {Row[]} rows */
export function barLengths(rows) {
  const most = Math.max(...rows.flatMap(({ exact, sampled }) => [exact, sampled]));
  return rows.map(({ exact, sampled }) => ({ exact: exact / most, sampled: sampled / most }));
}

/**
 * One hand's worth: a line to read, and one that says where it comes from.
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

/** What both readings have in common, or not. @param {Worth} unordered @param {Worth} ordered */
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
