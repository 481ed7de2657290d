/** A value with a button that copies it, on plain http too, where a page has no clipboard. */

import { html, setText } from "./dom.js";
import { gettext } from "./translate.js";

const DONE_FOR = 2_000;

/** @param {string} name what is copied @param {string} value */
export function valueWithCopy(name, value) {
  const code = html("code", {}, value);
  const button = html("button", { type: "button", class: "copy", "aria-label": gettext("Copy: {name}", { name }), onclick: () => copy(code, button) }, gettext("Copy"));
  return html("span", { class: "value" }, code, button);
}

async function copy(code, button) {
  setText(button, (await copyToClipboard(code)) ? gettext("Copied") : gettext("Selected"));
  setTimeout(() => setText(button, gettext("Copy")), DONE_FOR);
}

async function copyToClipboard(code) {
  getSelection().selectAllChildren(code);
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
