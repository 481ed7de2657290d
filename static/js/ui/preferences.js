/** The reader's preferences: attributes of the page's root, on which stylesheets and scripts depend. */

import { post } from "./api.js";

/** @typedef {import("./api.js").Answer} Answer */

const PATH = "/api/me/look";
const root = document.documentElement;

/** Applies a preference from now on. @param {string} name @param {string} value */
export function applyPreference(name, value) {
  if (name === "contrast") contrastSheet().media = value === "more" ? "all" : "(prefers-contrast: more)";
  else root.dataset[name] = value;
}

const contrastSheet = () => /** @type {HTMLLinkElement} */ (document.querySelector("link[href*='css/contrast']"));

/** Choices that the server has not confirmed: those in a request, and those that wait for its answer. */
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

/** Sends one request after another: each is saved on top of the one before. */
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

// A choice counts even if the page is left at once, because a request with `keepalive` outlives its page. Waiting
// choices are sent together with those in a pending request, which is aborted. Its answer may still come last, and sets
// only its own choices.
addEventListener("pagehide", () => {
  if (!Object.keys(waiting).length) return;
  const choices = { ...onTheWay, ...waiting };
  waiting = {};
  sending.abort();
  post(PATH, choices, { keepalive: true });
});
