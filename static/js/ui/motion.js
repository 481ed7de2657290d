/** Whether the reader's device asks that nothing moves by itself. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
