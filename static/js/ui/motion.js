/** Whether nothing may move by itself, as the reader's device asks. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
