/** What happened at the table, line by line. */

import { html } from "../ui/dom.js";

const MOST = 60;

export class Log {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** @param {string} says @param {boolean} follows whether it goes on the line of what it follows from */
  append(says, follows = false) {
    const { root } = this;
    if (follows && root.lastElementChild) root.lastElementChild.append(` ${says}`);
    else root.append(html("li", {}, says));
    while (root.children.length > MOST) root.firstElementChild.remove();
    root.scrollTop = root.scrollHeight;
  }
}
