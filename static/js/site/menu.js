/** Closes the menus in the page's head, plain `details`, when the reader turns elsewhere. */

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
