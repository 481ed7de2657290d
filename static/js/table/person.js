/** What can be done about a player, and about a line they said: mute, report, block. */

import { post } from "../ui/api.js";
import { byId, setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { lineText } from "./chat-lines.js";


export class Person {
  /** @param {{isMuted: (name: string) => boolean, mute: (name: string) => void}} chat */
  constructor(chat) {
    this.chat = chat;
    this.dialog = byId("person-dialog");
    byId("person-mute").addEventListener("click", () => {
      this.chat.mute(this.name);
      this.drawMute();
    });
    byId("person-report").addEventListener("click", () => this.choose("report-form", "report-why"));
    byId("person-block").addEventListener("click", () => this.choose("block-form", "block-button"));
    byId("report-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.report();
    });
    byId("block-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.block();
    });
  }

  /** @param {string} name @param {object|null} line what they said, if it is about that */
  open(name, line = null) {
    Object.assign(this, { name, line });
    setText(byId("person-name"), name);
    setText(byId("person-line"), line ? gettext("“{words}”", { words: lineText(line) }) : "");
    byId("person-line").hidden = byId("person-report").hidden = !line;
    for (const id of ["person-block", "block-button"]) setText(byId(id), gettext("Block {name}", { name }));
    byId("report-why").value = "";
    this.choose(null);
    this.note("");
    this.drawMute();
    this.dialog.showModal();
  }

  drawMute() {
    const { name } = this;
    setText(byId("person-mute"), this.chat.isMuted(name) ? gettext("Hear {name} again", { name }) : gettext("Mute {name}", { name }));
  }

  /** Show one of the forms, or none. */
  choose(form, focus = null) {
    for (const each of ["report-form", "block-form"]) byId(each).hidden = each !== form;
    this.note("");
    if (focus) byId(focus).focus();
  }

  note(says) {
    setText(byId("person-note"), says);
  }

  async report() {
    const { ok, body } = await post("/api/report", { said: this.line.id, why: byId("report-why").value.trim() });
    if (ok) this.choose(null);
    this.note(ok ? gettext("Thank you. The host will look at it.") : body.says);
  }

  async block() {
    const { name } = this;
    const { ok, body } = await post("/api/block", { name });
    if (ok) this.choose(null);
    if (ok && !this.chat.isMuted(name)) this.chat.mute(name);
    if (ok) this.drawMute();
    this.note(ok ? gettext("{name} is blocked. You finish this game; after it you will not be paired again.", { name }) : body.says);
  }
}
