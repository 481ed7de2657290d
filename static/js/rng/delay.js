// A delay: hashes one after another, as in rng/delay.py. Each segment can be computed again by itself.

export const SEGMENTS = 64;
/** The steps of a segment that a page asks for: the fastest cores need 15 seconds for such a delay. */
export const FEWEST_STEPS = 750;
export const MOST_STEPS = 1e6;
const STEP_BYTES = 2 ** 20;

/** All segments. */
export const WHOLE = Array.from({ length: SEGMENTS }, (_, n) => n + 1);

/** The value so many steps later. @param {Uint8Array} value @param {number} steps @returns {Promise<Uint8Array>} */
export async function advance(value, steps) {
  const block = new Uint8Array(STEP_BYTES);
  for (let step = 0; step < steps; step++) {
    block.set(value);
    value = new Uint8Array(await crypto.subtle.digest("SHA-256", block));
  }
  return value;
}

/**
 * Which of the segments, counted from 1, do not lead from one value to the next.
 * @param {{start: Uint8Array, steps: number, values: Uint8Array[]}} delay
 * @param {number[]} [segments]
 * @param {(computed: number) => void} [onProgress]
 * @returns {Promise<number[]>}
 */
export async function wrongSegments({ start, steps, values }, segments = WHOLE, onProgress = () => {}) {
  const before = [start, ...values];
  const wrong = [];
  for (const [n, segment] of segments.entries()) {
    const end = await advance(before[segment - 1], steps);
    if (end.some((byte, at) => byte !== before[segment][at])) wrong.push(segment);
    onProgress(n + 1);
  }
  return wrong;
}
