/** The script of every page. */

import { forgetForm, noteForm } from "../ui/asked-games.js";

const LATER = 3_000;

// A form that leads to a table says what its player asks for; a script that takes the form over prevents the default.
addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const action = event.submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  if (!event.defaultPrevented) noteForm(new URL(action, location.href).pathname, location.pathname);
});
if (!location.pathname.startsWith("/table/")) forgetForm();

// The menus in the page's head, plain `details`, close when the reader turns elsewhere.
for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".menu"))) {
  const close = () => { menu.open = false; };
  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) close();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(/** @type {Node} */ (event.relatedTarget))) close();
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) {
      close();
      menu.querySelector("summary")?.focus();
    }
  });
}

// The service worker is registered after the page has loaded. A browser may refuse, for example in a private window.
// Everything else works without it.
const registerWorker = () => navigator.serviceWorker.register("/sw.js").catch(() => {});
if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(registerWorker, LATER));

// A visitor may become a player while their page is open. Then it must start to show notifications.
document.addEventListener(
  "became-player",
  () => import(document.getElementById("bell").dataset.script),
  { once: true },
);
