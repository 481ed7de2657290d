/** The script of every page. */

import { forgetForm, noteForm } from "../ui/asked-games.js";

const LATER = 3_000;
const NOT_LOADED = /dynamically imported module|importing a module script failed/i; // in the words of each browser
const RELOADED = "reloaded-at";

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

// After an upgrade of the site, a script that a page wants late may be gone. The page is loaded again, at most once a
// minute; a table is then as it was. A page without a connection only misses what it wanted.
addEventListener("unhandledrejection", ({ reason }) => {
  if (!NOT_LOADED.test(String(reason?.message)) || !navigator.onLine) return;
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < 60_000) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
});
