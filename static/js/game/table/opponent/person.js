/** Lets the player mute or block another player, and report a line of theirs. */

import { post } from "../../../ui/api.js";
import { setText, within } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { lineText } from "./chat-lines.js";


export class Person {
  /**
   * @param {HTMLDialogElement} root
   * @param {{isMuted: (name: string) => boolean, toggleMute: (name: string) => void}} chat
   */
  constructor(root, chat) {
    const part = within(root);
    Object.assign(this, { root, part, chat });
    part("person-mute").addEventListener("click", () => {
      chat.toggleMute(this.name);
      this.drawMute();
    });
    part("person-report").addEventListener("click", () => {
      this.showForm(part("report-form"));
      part("report-why").focus();
    });
    part("person-block").addEventListener("click", () => {
      this.showForm(part("block-form"));
      part("block-button").focus();
    });
    part("report-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.report();
    });
    part("block-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.block();
    });
  }

  /** @param {string} name @param {object|null} line the line to report, if there is one */
  open(name, line = null) {
    const { part } = this;
    Object.assign(this, { name, line });
    setText(part("person-name"), name);
    setText(part("person-line"), line ? gettext("“{words}”", { words: lineText(line) }) : "");
    part("person-line").hidden = part("person-report").hidden = !line;
    for (const button of [part("person-block"), part("block-button")]) {
      setText(button, gettext("Block {name}", { name }));
    }
    part("report-why").value = "";
    this.showForm(null);
    this.drawMute();
    this.root.showModal();
  }

  drawMute() {
    const { name } = this;
    setText(
      this.part("person-mute"),
      this.chat.isMuted(name) ? gettext("Unmute {name}", { name }) : gettext("Mute {name}", { name }),
    );
  }

  /** Shows one of the forms, or none. */
  showForm(form) {
    for (const each of this.root.querySelectorAll("form[id]")) each.hidden = each !== form;
    this.showNote("");
  }

  showNote(says) {
    setText(this.part("person-note"), says);
  }

  async report() {
    const { ok, body } = await post("/api/report", { said: this.line.id, why: this.part("report-why").value.trim() });
    if (ok) this.showForm(null);
    this.showNote(ok ? gettext("Thank you. The host will look at it.") : body.says);
  }

  async block() {
    const { name } = this;
    const { ok, body } = await post("/api/block", { name });
    if (ok) this.showForm(null);
    if (ok && !this.chat.isMuted(name)) this.chat.toggleMute(name);
    if (ok) this.drawMute();
    this.showNote(
      ok ? gettext("{name} is blocked. You can finish this game, but you won't be paired again.", { name }) : body.says,
    );
  }
}
