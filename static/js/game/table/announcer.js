/** Announces to a screen reader what happened, in order and once, and then what is wanted of the player. */

import { html } from "../../ui/dom.js";

/** A line stays long enough to be read out; the page itself shows all of it elsewhere. */
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
    // A screen reader does not hear what lies behind an open dialog.
    if (document.querySelector("dialog:modal")) this.queued.push(says);
    else this.speak(says);
  }

  /** Announces what is wanted of the player ("" for nothing) once, when it comes to be wanted. */
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
