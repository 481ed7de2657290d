/** Announces events to a screen reader, in order and once, and then what the player has to do. */

import { html } from "../../ui/dom.js";

/** A line stays long enough to be read out. The page itself shows everything elsewhere. */
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
    // A screen reader does not announce what is behind an open dialog.
    if (document.querySelector("dialog:modal")) this.queued.push(says);
    else this.speak(says);
  }

  /** Announces what the player has to do ("" for nothing), once, when it changes. */
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
