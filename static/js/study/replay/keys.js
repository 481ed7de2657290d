/** The keyboard of a replay: a table of keys and actions. */

import { isSingleKeyDisabled } from "../../ui/single-keys.js";

const MEANINGS = {
  ArrowLeft: "back", ArrowRight: "on", ArrowUp: "dealBack", ArrowDown: "dealOn", PageUp: "dealBack",
  PageDown: "dealOn", Home: "first", End: "last", n: "nextFault", p: "faultBefore", t: "turn", " ": "play",
};

const isControl = (target) => target.matches?.("button, a, summary") ?? false;
const isTyped = (target) => target.matches?.("textarea, select, input:not([type=range])") ?? false;

/** @returns {string|null} the action of a key; a focused control keeps its own space bar */
export function actionForKey(key, target) {
  if (isTyped(target) || (key === " " && isControl(target))) return null;
  return MEANINGS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** @param {Object<string, () => void>} does the page's functions, by action */
export function bindKeys(does) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isSingleKeyDisabled(event)) return;
    const meant = actionForKey(event.key, event.target);
    if (!does[meant]) return;
    event.preventDefault();
    does[meant]();
  });
}
