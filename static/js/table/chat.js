/** What is said at the table: lines, ready phrases, a field for those who may write. Everything is text, never HTML. */

import { byId, html, setAttr, setText, syncChildren } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { lineText, mergeLines, phrases, visibleLines } from "./chat-lines.js";
import { loadChatPreferences, saveChatPreferences, toggleMute } from "./chat-preferences.js";
import { Person } from "./person.js";

const MOST = 100;

export class Chat {
  /**
   * @param {{put: (frame: object) => boolean, name: string, mayWrite: boolean, heard: (line: object, words: string) => void}} table
   *   `heard`: somebody else said this just now
   */
  constructor({ put, name, mayWrite, heard }) {
    Object.assign(this, { put, name, tell: heard, lines: [], unread: 0, who: null });
    this.quiet = loadChatPreferences();
    this.node = byId("chat");
    this.log = byId("chat-lines");
    this.person = new Person({ isMuted: (name) => this.quiet.muted.includes(name), mute: (name) => this.mute(name) });
    byId("chat-phrases").append(...Object.entries(phrases()).map(([phrase, words]) =>
      html("button", { type: "button", class: "phrase", "data-phrase": phrase, onclick: () => this.send({ phrase }) }, words)));
    byId("chat-form").hidden = !mayWrite;
    byId("chat-guests").hidden = mayWrite;
    byId("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.sendTyped();
    });
    byId("chat-hide").addEventListener("click", () => this.change({ ...this.quiet, hidden: !this.quiet.hidden }));
    byId("chat-about").addEventListener("click", () => this.person.open(this.opponent));
    byId("chat-toggle").addEventListener("click", () => this.toggleDrawer(this.node.dataset.open === undefined));
    byId("chat-close").addEventListener("click", () => this.toggleDrawer(false));
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && this.toggleDrawer(false));
  }

  /** @param {{you: number|null, names: string[], bots: boolean[]}} who */
  setPlayers(who) {
    this.who = who;
    this.opponent = who.you === null ? null : who.names[1 - who.you];
    const mute = who.you !== null && who.bots.some(Boolean);
    this.node.hidden = byId("chat-toggle").hidden = mute;
    setText(byId("chat-head"), who.you === null ? gettext("Watchers’ chat") : gettext("Chat"));
    byId("chat-about").hidden = !this.opponent;
    setAttr(byId("chat-about"), "aria-label", this.opponent && gettext("Mute or block {name}", { name: this.opponent }));
    this.draw();
  }

  // What the server says.

  /** @param {boolean} news whether it was said just now, not while one was elsewhere */
  addLines(lines, news) {
    const before = new Set(this.lines.map(({ id }) => id));
    this.lines = mergeLines(this.lines, lines).slice(-MOST);
    const fresh = visibleLines(lines, this.quiet).filter((line) => !before.has(line.id) && !this.isMine(line));
    if (news && !this.isOpen) this.unread += fresh.length;
    if (news) fresh.forEach((line) => this.tell(line, lineText(line)));
    this.note("");
    this.draw();
  }

  isMine(line) {
    return line.by === null ? line.name === this.name : line.by === this.who?.you;
  }

  // What is drawn.

  get isOpen() {
    return this.node.getClientRects().length > 0;
  }

  draw() {
    if (this.isOpen) this.unread = 0;
    const shown = visibleLines(this.lines, this.quiet).filter(lineText);
    const atEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    syncChildren(this.log, shown, ({ id }) => id, (line) => this.drawLine(line));
    if (atEnd || !this.isOpen) this.log.scrollTop = this.log.scrollHeight;
    byId("chat-body").hidden = this.quiet.hidden;
    setText(byId("chat-hide"), this.quiet.hidden ? gettext("Show") : gettext("Hide"));
    setAttr(byId("chat-hide"), "aria-label", this.quiet.hidden ? gettext("Show the chat") : gettext("Hide all chat"));
    setText(byId("chat-unread"), this.unread ? String(this.unread) : "");
    setAttr(byId("chat-toggle"), "aria-label", this.unread ? gettext("Chat, {n} unread", { n: this.unread }) : gettext("Chat"));
  }

  drawLine(line) {
    const mine = this.isMine(line);
    return html(
      "li",
      { class: mine ? "line-said mine" : "line-said", "data-said": line.id },
      html("span", { class: "line-by" }, mine ? gettext("You") : line.name),
      html("span", { class: "line-text" }, lineText(line)),
      mine ? null : html("button", {
        type: "button", class: "line-more", "aria-label": gettext("Mute, report or block {name}", { name: line.name }), onclick: () => this.person.open(line.name, line),
      }, "⋯"),
    );
  }

  toggleDrawer(open) {
    setAttr(this.node, "data-open", open);
    setAttr(byId("chat-toggle"), "aria-expanded", String(open));
    this.draw();
    if (open) byId("chat-head").focus();
    else byId("chat-toggle").focus();
  }

  note(says) {
    setText(byId("chat-note"), says);
  }

  // What the player does.

  send(what) {
    const isSent = this.put({ t: "say", ...what });
    if (!isSent) this.note(gettext("The line is down: nothing was said."));
    return isSent;
  }

  sendTyped() {
    const field = byId("chat-text");
    const text = field.value.trim();
    if (text && this.send({ text })) field.value = "";
    field.focus();
  }

  mute(name) {
    this.change(toggleMute(this.quiet, name));
  }

  change(quiet) {
    this.quiet = quiet;
    saveChatPreferences(quiet);
    this.draw();
  }
}
