/** Lets a password be shown while it is typed, and sends a form once, however often its button is clicked. */

import { gettext } from "../../ui/translate.js";

for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
  document.querySelectorAll(".entry input[type=password]")
)) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quiet small";
  button.textContent = gettext("Show");
  button.setAttribute("aria-label", gettext("Show the password"));
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    button.textContent = isShown ? gettext("Show") : gettext("Hide");
    button.setAttribute("aria-pressed", String(!isShown));
  });
  const both = document.createElement("div");
  both.className = "shown";
  input.replaceWith(both);
  both.append(input, button);
  input.form?.addEventListener("submit", () => { input.type = "password"; });
}

for (const form of document.querySelectorAll("form.entries")) {
  form.addEventListener("submit", (event) => {
    if (form.hasAttribute("aria-busy")) event.preventDefault();
    form.setAttribute("aria-busy", "true");
  });
}
// A page restored from the browser's back-forward cache has not been sent.
addEventListener(
  "pageshow",
  () => document.querySelectorAll("form.entries").forEach((form) => form.removeAttribute("aria-busy")),
);

document.querySelector("[aria-invalid=true]")?.focus();
