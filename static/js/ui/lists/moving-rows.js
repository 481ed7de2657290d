/** Animates the rows of a list to their new places, and highlights one whose points changed. */

const SLIDE = { duration: 600, easing: "ease-in-out" };
const GLOW = [
  { backgroundColor: "color-mix(in srgb, var(--glow) 55%, transparent)" },
  { backgroundColor: "transparent" },
];
const GLOWING = 2_500;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const points = (row) => row?.querySelector(".points").textContent;

/**
 * Makes `body` show these rows. A row that was shown before is updated.
 * @param {HTMLElement} body
 * @param {HTMLElement[]} rows  each with its own `data-key`
 */
export function syncRows(body, rows) {
  const old = new Map(
    [...body.children].map((row) => [row.dataset.key, { row, top: row.offsetTop, points: points(row) }]),
  );
  const shown = rows.map((row) => morph(old.get(row.dataset.key)?.row, row));
  for (const { row } of old.values()) if (!shown.includes(row)) row.remove();
  shown.forEach((row, n) => body.children[n] === row || body.insertBefore(row, body.children[n] ?? null));
  if (calm.matches) return;
  for (const row of shown) {
    const was = old.get(row.dataset.key);
    const moved = was ? was.top - row.offsetTop : 0;
    if (moved) row.animate([{ translate: `0 ${moved}px` }, { translate: "0 0" }], SLIDE);
    if (points(row) !== was?.points) row.animate(GLOW, GLOWING);
  }
}

/** Turns the old node into the new one, and replaces as little as possible, because the focus may be in it. */
function morph(old, node) {
  if (!old || old.nodeName !== node.nodeName || old.childNodes.length !== node.childNodes.length) {
    old?.replaceWith(node);
    return node;
  }
  if (old.nodeType === Node.TEXT_NODE) old.data = node.data;
  else if (!old.isEqualNode(node)) {
    for (const { name } of [...old.attributes]) if (!node.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of [...node.attributes]) old.setAttribute(name, value);
    const news = [...node.childNodes]; // a static copy, because nodes are taken out of the live list
    [...old.childNodes].forEach((child, n) => morph(child, news[n]));
  }
  return old;
}
