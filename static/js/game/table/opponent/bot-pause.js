/** Switches a bot's pause before each move: here at once, and saved for every table. */

import { post } from "../../../ui/api.js";
import { setAttr, setText } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";

export class BotPause {
  /** @param {HTMLElement|null} root  the switch with its note; null without a bot */
  constructor(root) {
    this.root = root;
    this.button = root?.querySelector("button");
    this.button?.addEventListener("click", () => this.toggle());
  }

  /** @returns {"natural"|"none"} */
  get wanted() {
    return this.button?.getAttribute("aria-checked") === "false" ? "none" : "natural";
  }

  async toggle() {
    setAttr(this.button, "aria-checked", String(this.wanted === "none"));
    const { ok } = await post("/api/me/pause", { pause: this.wanted });
    setText(this.root.querySelector("[role=status]"), ok ? "" : gettext("Changed for now, but it couldn't be saved."));
  }
}
