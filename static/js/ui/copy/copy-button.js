/** A value with a button that copies it, also on plain http, where a page has no clipboard API. */

import { copySelected } from "./clipboard.js";
import { html, setText } from "../dom.js";
import { gettext } from "../translate.js";

const DONE_FOR = 2_000;

/** @param {string} name label of the value @param {string} value */
export function valueWithCopy(name, value) {
  const code = html("code", {}, value);
  const button = html(
    "button",
    {
      type: "button",
      class: "copy",
      "aria-label": gettext("Copy: {name}", { name }),
      onclick: () => copy(code, button),
    },
    gettext("Copy"),
  );
  return html("span", { class: "value" }, code, button);
}

async function copy(code, button) {
  getSelection().selectAllChildren(code);
  setText(button, (await copySelected(code.textContent)) ? gettext("Copied") : gettext("Selected"));
  setTimeout(() => setText(button, gettext("Copy")), DONE_FOR);
}
