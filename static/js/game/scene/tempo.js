/** How fast the table moves, as the reader has chosen it. */

const FACTORS = { slow: 1.6, fast: 0.5 };

const chosen = () => globalThis.document?.documentElement.dataset.speed;

/** How much longer than usual everything takes. */
export const tempo = () => FACTORS[chosen()] ?? 1;

/** Whether the reader wants to see everything at once. */
export const isAtOnce = () => chosen() === "none";

/** How long each part of a hand is lit as it is counted, in milliseconds. */
export const PART_TIME = 800;
