/** Builds and updates the page's nodes. None has a `style` attribute: the site's policy forbids it. */

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else setAttr(node, key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Sets an attribute, or removes it if the value is null or false; writes only what changes. */
export function setAttr(node, key, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(key);
  else if (node.getAttribute(key) !== String(value)) node.setAttribute(key, value === true ? "" : String(value));
}

export const byId = (id) => document.getElementById(id);

/** Looks up the parts of a panel by their ids, in the panel alone. @param {HTMLElement} root */
export const within = (root) => (id) => root.querySelector(`#${id}`);

export const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Makes `parent` hold one child for each item, keeping children whose key stays (and their focus and motion). */
export function syncChildren(parent, items, keyOf, make, update = () => {}) {
  const keys = items.map((item, n) => String(keyOf(item, n)));
  const kept = new Map();
  for (const child of [...parent.children]) {
    if (keys.includes(child.dataset.key)) kept.set(child.dataset.key, child);
    else child.remove(); // first, so that no remaining child has to move and lose the focus
  }
  items.forEach((item, n) => {
    const key = keys[n];
    let child = kept.get(key);
    if (!child) {
      child = make(item, n);
      child.dataset.key = key;
    }
    update(child, item, n);
    if (parent.children[n] !== child) parent.insertBefore(child, parent.children[n] ?? null);
  });
}
