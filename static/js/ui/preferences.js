/** The reader's preferences: attributes of the page's root, by which sheets and scripts look and act. */

import { post } from "./api.js";

const root = document.documentElement;

/** Looks and acts so from now on. @param {string} name @param {string} value */
export function applyPreference(name, value) {
  if (name === "contrast") contrastSheet().media = value === "more" ? "all" : "(prefers-contrast: more)";
  else root.dataset[name] = value;
}

const contrastSheet = () => /** @type {HTMLLinkElement} */ (document.querySelector("link[href*='css/contrast']"));

/** The choices are saved one after another: each is saved beside what the one before it has set. */
let latest = Promise.resolve();

/** Applies a choice at once, and saves it. @returns {Promise<import("./api.js").Answer>} */
export function savePreference(name, value) {
  applyPreference(name, value);
  latest = latest.then(() => post("/api/me/look", { [name]: value }));
  return latest;
}
