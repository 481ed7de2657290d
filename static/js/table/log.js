/** The log of what happened at the table. */

import { html, within } from "../ui/dom.js";

const MOST = 60;

export class Log {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.list = within(root)("log");
  }

  /** @param {string} says @param {boolean} follows whether it goes on the line of what it follows from */
  append(says, follows = false) {
    const { list } = this;
    if (follows && list.lastElementChild) list.lastElementChild.append(` ${says}`);
    else list.append(html("li", {}, says));
    while (list.children.length > MOST) list.firstElementChild.remove();
    list.scrollTop = list.scrollHeight;
  }
}
