/** The keys of the table: they do everything that a finger does, and nothing while the player types. */

import { isSingleKeyDisabled } from "../../../ui/single-keys.js";

/** Keys that announce the state of the game. */
const STANDING_KEYS = { s: "scores", c: "count", t: "turn" };

const isTyped = (target) => target.matches?.("input, textarea, select") ?? false;
const isControl = (target) => target.matches?.("button, a, summary") ?? false;

/**
 * The meaning of a key in the current state.
 * @param {string} key @param {{target: Element, isOffered: (what: string) => boolean}} at  `isOffered`: any of "claim",
 *   "call", "continue", "throw", "throw-now", "take-back", "go", "hint"
 * @returns {[string, (number|string)?]|null} the action
 */
export function actionForKey(key, { target, isOffered }) {
  if (isTyped(target)) return null;
  const counting = isOffered("claim") || isOffered("call");
  if (/^[0-9]$/.test(key) && counting) return ["digit", key];
  if (/^[1-6]$/.test(key)) return ["card", Number(key) - 1];
  if ((key === "ArrowUp" || key === "ArrowDown") && counting) return ["step", key === "ArrowUp" ? 1 : -1];
  if (key === "ArrowLeft" || key === "ArrowRight") return ["walk", key === "ArrowLeft" ? -1 : 1];
  if (key.toLowerCase() === "g" && isOffered("go")) return ["go"];
  if (key.toLowerCase() === "p" && isOffered("call")) return ["pass"];
  if (key.toLowerCase() === "h" && isOffered("hint")) return ["hint"];
  if ((key.toLowerCase() === "u" || key === "Backspace") && isOffered("take-back")) return ["take-back"];
  if (key.toLowerCase() in STANDING_KEYS) return ["tell", STANDING_KEYS[key.toLowerCase()]];
  const onCard = target.matches?.("[data-card]");
  if (key !== "Enter" || (isControl(target) && !onCard)) return null;
  const offered = ["continue", "throw", "throw-now", "go", "count"].find(
    (what) => (what === "count" ? counting : isOffered(what)),
  );
  return offered ? [offered] : null;
}

/**
 * @param {{isOpen: () => boolean, isOffered: (what: string) => boolean, setByKey: (yes: boolean) => void, actions:
 *   Record<string, Function>}} table
 */
export function bindKeys(table) {
  addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.repeat ||
      isSingleKeyDisabled(event) ||
      !table.isOpen()
    ) {
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    table.setByKey(true);
    const meant = actionForKey(event.key, { target: event.target, isOffered: table.isOffered });
    if (meant && table.actions[meant[0]](meant[1]) !== false) event.preventDefault();
  });
  addEventListener("pointerdown", () => {
    table.setByKey(false);
  });
}
