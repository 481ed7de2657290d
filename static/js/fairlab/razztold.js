/** What razz's answers say, in words and figures. Pure. */

/**
 * @typedef {{row: number, count: number, exact: number, drawn: number, sampled: number}} Row
 * @typedef {{run_outs: number, rows: Row[], games: number, fit: {chi2: number, df: number, p: number}}} Law
 * @typedef {{hand: string, wins: number, losses: number, ties: number, equity: string, share: number, error: number}} Player
 * @typedef {{exact: boolean, hands: number | null, samples: number | null, players: Player[]}} Worth
 */

const counted = new Intl.NumberFormat("en");
const DOUBTED = 0.001;
const NULL = -1;
const LONGEST = 9; // letters of a fraction that is read rather than looked at

/** Where a start is asked for. @param {{cards: string, others: string, dead: string, games: string}} asked @param {number} seed */
export const lawPath = (asked, seed) => `/fairness/lab/razz?${new URLSearchParams({ ...asked, seed: String(seed) })}`;

/** Where ranges are asked for; hands that are not written are left out. @param {string[]} hands @param {string} dead */
export function rangesPath(hands, dead) {
  const named = hands.map((hand) => hand.trim()).filter(Boolean);
  return `/fairness/lab/razz/equity?${new URLSearchParams([...named.map((hand) => ["hands", hand]), ["dead", dead]])}`;
}

/** The name of a row. @param {number} row */
export const rowName = (row) => (row === NULL ? "null" : String(row));

/** A share in percent. @param {number} share */
export const percent = (share, digits = 3) => `${(100 * share).toFixed(digits)}`;

/** How the drawn games lie to the law. @param {Law} law */
export function fitted({ run_outs, games, fit }) {
  const ways = run_outs === 1 ? "Nothing is to come" : `${counted.format(run_outs)} ways to go on`;
  const drawn = `${counted.format(games)} games drawn`;
  if (fit.df === 0) return `${ways}, and ${drawn} all came out alike.`;
  const verdict = fit.p < DOUBTED ? "they do not fit" : "they fit";
  return `${ways}; ${drawn}, and ${verdict}: chi-square ${fit.chi2.toFixed(1)} on ${fit.df}, p ${fit.p.toPrecision(2)}.`;
}

/** How far a bar reaches of the longest of all. @param {Row[]} rows */
export function bars(rows) {
  const most = Math.max(...rows.flatMap(({ exact, sampled }) => [exact, sampled]));
  return rows.map(({ exact, sampled }) => ({ exact: exact / most, sampled: sampled / most }));
}

/** One hand's worth: a line to read, and one that says where it comes from. @param {Player} player @param {boolean} isExact */
export function worth(player, isExact) {
  const fraction = isExact && player.equity.length <= LONGEST ? ` = ${player.equity}` : "";
  const error = isExact ? "" : ` ± ${percent(player.error, 2)}`;
  const results = [[player.wins, "won"], [player.losses, "lost"], [player.ties, "tied"]];
  return {
    share: `${percent(player.share, isExact ? 4 : 2)}${error}%${fraction}`,
    results: results.map(([n, how]) => `${counted.format(n)} ${how}`).join(", "),
  };
}

/** What both readings have in common, or not. @param {Worth} unordered @param {Worth} ordered */
export function compared(unordered, ordered) {
  const apart = Math.abs(unordered.players[0].share - ordered.players[0].share);
  const name = unordered.players[0].hand;
  const error = 4 * (unordered.players[0].error + ordered.players[0].error);
  if (apart <= error + 1e-12) return `Both readings give ${name} the same.`;
  return `Read in order, ${name} seems worth ${percent(ordered.players[0].share, 2)}%; without order it is ${percent(unordered.players[0].share, 2)}%.`;
}
