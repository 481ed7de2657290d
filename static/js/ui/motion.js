/** Whether nothing may move by itself, as the reader's device asks. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
