/** Closes the menu in the page's head, a plain `details`, when the reader turns elsewhere. */

const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".menu"));

if (menu) {
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
