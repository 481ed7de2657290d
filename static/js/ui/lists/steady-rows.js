/** Computes which rows a steady list shows. Pure. */

/** @typedef {{key: string, item: object, goneAt: number | null}} Row */

/** How long a row stays, dimmed, after its item has gone. */
export const LINGER = 2_500;

/**
 * The rows to show next. A row keeps its place. A new one is added at the end (or the start), so that nothing moves
 * under a finger. A removed one stays, dimmed, for a moment and for as long as the list is in use.
 * @param {Row[]} rows
 * @param {object[]} items
 * @param {{keyOf: (item: object) => string, now: number, inUse: boolean, newestFirst?: boolean}} how
 * @returns {Row[]}
 */
export function nextRows(rows, items, { keyOf, now, inUse, newestFirst = false }) {
  const wanted = new Map(items.map((item) => [keyOf(item), item]));
  const staying = rows
    .map((row) =>
      wanted.has(row.key)
        ? { key: row.key, item: wanted.get(row.key), goneAt: null }
        : { ...row, goneAt: row.goneAt ?? now },
    )
    .filter((row) => row.goneAt === null || inUse || now - row.goneAt < LINGER);
  const known = new Set(rows.map((row) => row.key));
  const fresh = [...wanted].filter(([key]) => !known.has(key)).map(([key, item]) => ({ key, item, goneAt: null }));
  return newestFirst ? [...fresh.reverse(), ...staying] : [...staying, ...fresh];
}
