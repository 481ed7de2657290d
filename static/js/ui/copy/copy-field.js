/** Copies a field's text, and says so on the button for a moment. */

import { copySelected } from "./clipboard.js";
import { setText } from "../dom.js";
import { gettext } from "../translate.js";

const DONE_FOR = 2_000;

/** @param {HTMLInputElement|HTMLTextAreaElement} field @param {HTMLButtonElement} button */
export async function copyField(field, button) {
  field.select();
  const says = button.textContent;
  button.disabled = true;
  setText(button, (await copySelected(field.value)) ? gettext("Copied") : gettext("Selected"));
  setTimeout(() => {
    setText(button, says);
    button.disabled = false;
  }, DONE_FOR);
}
