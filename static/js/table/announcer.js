/** The one voice of the table: a live region that says what happened, in order and once, and then what is wanted. */

import { html } from "../ui/dom.js";

/** Long enough to be read out; what was said is no part of the page, which has all of it in sight. */
const STAYS = 10_000;

export class Announcer {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.wanted = "";
    /** @type {string[]} */
    this.queued = [];
    document.addEventListener("close", () => this.flush(), true);
  }

  /** @param {string} says */
  announce(says) {
    if (!says) return;
    // Whatever lies behind an open dialog is not heard.
    if (document.querySelector("dialog:modal")) this.queued.push(says);
    else this.speak(says);
  }

  /** What is wanted of the player, or "": said as it comes to be wanted, and not again as long as it is. */
  announceWanted(says) {
    if (says !== this.wanted) this.announce(says);
    this.wanted = says;
  }

  flush() {
    this.queued.splice(0).forEach((says) => this.speak(says));
  }

  speak(says) {
    const line = html("p", {}, says);
    this.root.append(line);
    setTimeout(() => line.remove(), STAYS);
  }
}
