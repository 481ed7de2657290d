/** Chooses the next hand to count: harder after two right in a row, easier after two wrong. Pure. */

/**
 * @typedef {{grade: number, next: number[], row: number, right: number, counted: number}} Standing
 *   `next`: by grade, the index of its next hand; `row`: right in a row, or if negative wrong
 */

const IN_A_ROW = 2;

/** @param {any} kept the stored state, if it is valid @param {number} grades @returns {Standing} */
export function restoreDifficulty(kept, grades) {
  if (Array.isArray(kept?.next) && kept.next.length === grades && kept.grade in kept.next) return kept;
  return { grade: 0, next: Array(grades).fill(0), row: 0, right: 0, counted: 0 };
}

/** The state after a hand was counted. @param {Standing} now @param {boolean} isRight @returns {Standing} */
export function nextDifficulty(now, isRight) {
  const next = now.next.map((hand, grade) => hand + Number(grade === now.grade));
  const row = isRight ? Math.max(now.row, 0) + 1 : Math.min(now.row, 0) - 1;
  const moves = Math.abs(row) === IN_A_ROW;
  const grade = Math.min(Math.max(now.grade + (moves ? Math.sign(row) : 0), 0), next.length - 1);
  return { grade, next, row: moves ? 0 : row, right: now.right + Number(isRight), counted: now.counted + 1 };
}
