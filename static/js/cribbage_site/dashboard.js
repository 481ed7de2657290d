/* The theme's icons only react to a mouse. This makes them buttons, for keyboards and screen readers. */

/** The name of an icon, by the word that draws it. */
const CALLED = {
  more_horiz: "More actions",
  dock_to_right: "Side bar",
  close: "Close the side bar",
};

/** Makes a button of an element that only handles clicks. @param {Element} element */
function makeFocusable(element) {
  element.setAttribute("tabindex", "0");
  element.setAttribute("role", "button");
  const called = CALLED[element.textContent.trim()];
  if (called) element.setAttribute("aria-label", called);
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(":is(span, div)[x-on\\:click], a[x-on\\:click]:not([href])").forEach(makeFocusable);
});

document.addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (!["Enter", " "].includes(event.key) || at.getAttribute("role") !== "button" || at.matches("a[href], button")) {
    return;
  }
  event.preventDefault();
  at.click();
});
