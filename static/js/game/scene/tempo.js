/** The reader's setting for the speed of the table. */

const FACTORS = { slow: 1.6, fast: 0.5 };

const chosen = () => globalThis.document?.documentElement.dataset.speed;

/** The factor for all durations. */
export const tempo = () => FACTORS[chosen()] ?? 1;

/** Whether the reader wants to see everything at once. */
export const isAtOnce = () => chosen() === "none";

/** How long each part of a hand is highlighted while it is counted, in milliseconds. */
export const PART_TIME = 400;
