/**
 * The three signs of the fairness checks and what each means: one sentence for every page. Details follow it.
 * `templates/rng/fairness/signs.html` and docs/explanation/fairness.md have the same sentences.
 *
 * @typedef {"true" | "unvouched" | "false"} Mark
 */

import { gettext } from "../../ui/translate.js";

/** @type {Record<Mark | "none", string>} none: nothing can be checked yet */
export const SIGNS = { true: "✓", unvouched: "○", false: "✗", none: "…" };

/** @type {Record<Mark | "none", string>} */
export const SENTENCES = {
  true: gettext("No one could choose these cards alone, not even us."),
  unvouched: gettext("No fault was found, but this browser can’t confirm everything."),
  false: gettext("Something is wrong here: don’t trust this game or its cards."),
  none: gettext("Your browser checks each deal once its hands are counted."),
};

/** @param {Mark | "none"} mark */
export const describeSign = (mark) => `${SIGNS[mark]} ${SENTENCES[mark]}`;
