/** Lists whose rows the server renders. The page only keeps them still. */

import { byId } from "../dom.js";
import { SteadyList } from "./steady-list.js";

/**
 * A list that starts with the rows of the page.
 * @param {string} id
 * @param {{refuge: HTMLElement, drawn: (count: number) => void}} how
 */
export function listOfServerRows(id, how) {
  const node = byId(id);
  const rows = [...node.children];
  const list = new SteadyList(node, { keyOf: (row) => row.dataset.key, make: (row) => row, update, ...how });
  list.draw(rows);
  return list;
}

/** The rows of a list, as the server renders them. @param {string} markup */
export function rowsIn(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return [...template.content.children];
}

/** Keeps the nodes of unchanged parts, and with them the focus. */
function update(child, row) {
  if (child !== row && child.innerHTML !== row.innerHTML) child.replaceChildren(...row.cloneNode(true).childNodes);
}
