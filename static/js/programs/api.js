/** The page of the API: each shell command gets a copy button. */

import { copySelected } from "../ui/copy/clipboard.js";
import { html, setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

const DONE_FOR = 2_000;

async function copy(line, button) {
  getSelection().selectAllChildren(line);
  setText(button, (await copySelected(line.textContent)) ? gettext("Copied") : gettext("Selected"));
  setTimeout(() => setText(button, gettext("Copy")), DONE_FOR);
}

for (const line of document.querySelectorAll("[data-copy]")) {
  const button = html(
    "button",
    {
      type: "button",
      class: "copy",
      "aria-label": gettext("Copy: {name}", { name: line.dataset.copy }),
      onclick: () => copy(line, button),
    },
    gettext("Copy"),
  );
  line.closest(".shell").append(button);
}
