/** The reader's preferences: attributes of the page's root, by which sheets and scripts look and act. */

import { post } from "./api.js";

/** @typedef {import("./api.js").Answer} Answer */

const PATH = "/api/me/look";
const root = document.documentElement;

/** Looks and acts so from now on. @param {string} name @param {string} value */
export function applyPreference(name, value) {
  if (name === "contrast") contrastSheet().media = value === "more" ? "all" : "(prefers-contrast: more)";
  else root.dataset[name] = value;
}

const contrastSheet = () => /** @type {HTMLLinkElement} */ (document.querySelector("link[href*='css/contrast']"));

/** Choices that the server has not confirmed: those on their way, and those that wait for that answer. */
let onTheWay = {};
let waiting = {};
let sending = new AbortController();
/** @type {Promise<Answer> | null} */
let saving = null;

/** Applies a choice at once, and saves it. @returns {Promise<Answer>} the answer once all choices are saved */
export function savePreference(name, value) {
  applyPreference(name, value);
  waiting[name] = value;
  saving ??= saveAll();
  return saving;
}

/** One request after another: each is saved beside what the one before it has set. */
async function saveAll() {
  /** @type {Answer | undefined} */
  let refused;
  let answer;
  while (Object.keys(waiting).length) {
    [onTheWay, waiting] = [waiting, {}];
    sending = new AbortController();
    answer = await post(PATH, onTheWay, { signal: sending.signal, keepalive: true });
    if (!answer.ok) refused ??= answer;
    onTheWay = {};
  }
  saving = null;
  return refused ?? answer;
}

// Who chooses and leaves at once has chosen: a request with `keepalive` outlives its page. What waits is said at once,
// with what is on its way: that request is called back, but its answer may still come last, and sets its choices only.
addEventListener("pagehide", () => {
  if (!Object.keys(waiting).length) return;
  const choices = { ...onTheWay, ...waiting };
  waiting = {};
  sending.abort();
  post(PATH, choices, { keepalive: true });
});
