/** What every page does, whatever else it does. */

const LATER = 3_000;

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

// The service worker is registered after the page has loaded. A browser may refuse (in a private window, say); all
// else works without it.
const registerWorker = () => navigator.serviceWorker.register("/sw.js").catch(() => {});
if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(registerWorker, LATER));

// A visitor becomes a player while their page is open: from then on there may be something to tell them.
document.addEventListener(
  "became-player",
  () => import(document.getElementById("bell").dataset.script),
  { once: true },
);
