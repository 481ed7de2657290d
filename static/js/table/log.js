/** What happened at the table, line by line. */

import { html } from "../ui/dom.js";

const MOST = 60;

/** @param {HTMLElement} log @param {string} says @param {boolean} follows  from what the last line says: it goes on there */
export function appendLine(log, says, follows = false) {
  if (follows && log.lastElementChild) log.lastElementChild.append(` ${says}`);
  else log.append(html("li", {}, says));
  while (log.children.length > MOST) log.firstElementChild.remove();
  log.scrollTop = log.scrollHeight;
}
