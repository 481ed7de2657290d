/** Figures as we write them. Pure. */

/** A number that is added or taken off: +1.25, −0.40, 0.00. @param {number} value @param {number} [decimals] */
export function signed(value, decimals = 2) {
  const figures = Math.abs(value).toFixed(decimals);
  if (Number(figures) === 0) return figures;
  return value > 0 ? `+${figures}` : `−${figures}`;
}

/** A chance of one in percent: 54.3%. @param {number} chance */
export const percent = (chance) => `${(100 * chance).toFixed(1)}%`;
