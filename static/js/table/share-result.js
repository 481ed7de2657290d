/** Shares a finished game: its picture and replay where a device can, else its link. */

import { setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

export class ShareResult {
  /** @param {HTMLButtonElement} button @param {HTMLElement} note @param {string} game */
  constructor(button, note, game) {
    Object.assign(this, { button, note, game });
    button.addEventListener("click", () => this.share());
  }

  async share() {
    const url = new URL(`/game/${this.game}`, location.href).href;
    this.button.disabled = true;
    const picture = await this.loadPicture();
    this.button.disabled = false;
    const shared = { title: "Every Other", text: this.says, url };
    const withPicture = { ...shared, files: [picture] };
    try {
      if (picture && navigator.canShare?.(withPicture)) await navigator.share(withPicture);
      else if (navigator.share) await navigator.share(shared);
      else await this.copy(url);
    } catch {
      // The player thought better of it.
    }
  }

  async loadPicture() {
    try {
      const answer = await fetch(`/game/${this.game}/picture.png`);
      return answer.ok ? new File([await answer.blob()], "cribbage.png", { type: "image/png" }) : null;
    } catch {
      return null;
    }
  }

  /** A page on plain http has no clipboard: there the link itself is shown. */
  async copy(url) {
    try {
      await navigator.clipboard.writeText(url);
      setText(this.note, gettext("The link to this game is copied."));
    } catch {
      setText(this.note, url);
    }
  }

  /** @param {string} says the result in words */
  draw(says) {
    this.says = says;
  }
}
