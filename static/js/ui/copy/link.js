/** A link in a field, to send to a friend. */

import { copySelected } from "./clipboard.js";
import { gettext } from "../translate.js";

/** Copies the link. @param {HTMLInputElement} field @returns {Promise<string>} the outcome, as a sentence */
export async function copyLink(field) {
  field.select();
  return (await copySelected(field.value))
    ? gettext("The link is copied.")
    : gettext("Copy it from the field: it is selected.");
}

/** Opens the device's share menu. @param {string} url */
export async function shareLink(url) {
  try {
    await navigator.share({ title: "Every Other", text: gettext("Play cribbage with me."), url });
  } catch {
    // The player cancelled.
  }
}
