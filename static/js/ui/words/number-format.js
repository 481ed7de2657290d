/** Figures in the format of the reader's language. Pure. */

import { formatNumber } from "../translate.js";

/** Rounds like the server: by the exact value, not by its shortest decimals, as Intl would. */
function rounded(value, decimals, how = {}) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return formatNumber(Number(value.toFixed(decimals)), { ...how, ...digits });
}

/** A number with this many decimals: 12.50. @param {number} value @param {number} decimals */
export const fixed = (value, decimals) => rounded(value, decimals);

/** A signed number: +1.25, −0.40, 0.00. @param {number} value @param {number} [decimals] */
export function signed(value, decimals = 2) {
  const figures = fixed(Math.abs(value), decimals);
  if (Number(value.toFixed(decimals)) === 0) return figures;
  return value > 0 ? `+${figures}` : `−${figures}`;
}

/** A percentage: 54.3%. @param {number} percent @param {number} [decimals] */
export const formatPercent = (percent, decimals = 1) => rounded(percent, decimals, { style: "unit", unit: "percent" });

/** A probability in percent: 54.3%. @param {number} chance */
export const formatChance = (chance) => formatPercent(100 * chance);
