/** What is said at the table: lines, ready phrases, a field for those who may write. Everything is text, never HTML. */

import { html, keyed, part, set, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { heard, merged, phrases, wordsOf } from "./chat-lines.js";
import { keepQuiet, loadQuiet, toggledMute } from "./chat-preferences.js";
import { Person } from "./person.js";

const MOST = 100;

export class Chat {
  /**
   * @param {{put: (frame: object) => boolean, name: string, mayWrite: boolean, heard: (line: object, words: string) => void}} table
   *   `heard`: somebody else said this just now
   */
  constructor({ put, name, mayWrite, heard }) {
    Object.assign(this, { put, name, tell: heard, lines: [], unread: 0, who: null });
    this.quiet = loadQuiet();
    this.node = part("chat");
    this.log = part("chat-lines");
    this.person = new Person({ isMuted: (name) => this.quiet.muted.includes(name), mute: (name) => this.mute(name) });
    part("chat-phrases").append(...Object.entries(phrases()).map(([phrase, words]) =>
      html("button", { type: "button", class: "phrase", "data-phrase": phrase, onclick: () => this.say({ phrase }) }, words)));
    part("chat-form").hidden = !mayWrite;
    part("chat-guests").hidden = mayWrite;
    part("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.speak();
    });
    part("chat-hide").addEventListener("click", () => this.change({ ...this.quiet, hidden: !this.quiet.hidden }));
    part("chat-about").addEventListener("click", () => this.person.open(this.opponent));
    part("chat-toggle").addEventListener("click", () => this.drawer(this.node.dataset.open === undefined));
    part("chat-close").addEventListener("click", () => this.drawer(false));
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && this.drawer(false));
  }

  /** @param {{you: number|null, names: string[], bots: boolean[]}} who */
  seat(who) {
    this.who = who;
    this.opponent = who.you === null ? null : who.names[1 - who.you];
    const mute = who.you !== null && who.bots.some(Boolean);
    this.node.hidden = part("chat-toggle").hidden = mute;
    write(part("chat-head"), who.you === null ? gettext("Watchers’ chat") : gettext("Chat"));
    part("chat-about").hidden = !this.opponent;
    set(part("chat-about"), "aria-label", this.opponent && gettext("Mute or block {name}", { name: this.opponent }));
    this.draw();
  }

  // What the server says.

  /** @param {boolean} news whether it was said just now, not while one was elsewhere */
  hear(lines, news) {
    const before = new Set(this.lines.map(({ id }) => id));
    this.lines = merged(this.lines, lines).slice(-MOST);
    const fresh = heard(lines, this.quiet).filter((line) => !before.has(line.id) && !this.isMine(line));
    if (news && !this.isOpen) this.unread += fresh.length;
    if (news) fresh.forEach((line) => this.tell(line, wordsOf(line)));
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
    const shown = heard(this.lines, this.quiet).filter(wordsOf);
    const atEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    keyed(this.log, shown, ({ id }) => id, (line) => this.drawLine(line));
    if (atEnd || !this.isOpen) this.log.scrollTop = this.log.scrollHeight;
    part("chat-body").hidden = this.quiet.hidden;
    write(part("chat-hide"), this.quiet.hidden ? gettext("Show") : gettext("Hide"));
    set(part("chat-hide"), "aria-label", this.quiet.hidden ? gettext("Show the chat") : gettext("Hide all chat"));
    write(part("chat-unread"), this.unread ? String(this.unread) : "");
    set(part("chat-toggle"), "aria-label", this.unread ? gettext("Chat, {n} unread", { n: this.unread }) : gettext("Chat"));
  }

  drawLine(line) {
    const mine = this.isMine(line);
    return html(
      "li",
      { class: mine ? "line-said mine" : "line-said", "data-said": line.id },
      html("span", { class: "line-by" }, mine ? gettext("You") : line.name),
      html("span", { class: "line-text" }, wordsOf(line)),
      mine ? null : html("button", {
        type: "button", class: "line-more", "aria-label": gettext("Mute, report or block {name}", { name: line.name }), onclick: () => this.person.open(line.name, line),
      }, "⋯"),
    );
  }

  drawer(open) {
    set(this.node, "data-open", open);
    set(part("chat-toggle"), "aria-expanded", String(open));
    this.draw();
    if (open) part("chat-head").focus();
    else part("chat-toggle").focus();
  }

  note(says) {
    write(part("chat-note"), says);
  }

  // What the player does.

  say(what) {
    const isSent = this.put({ t: "say", ...what });
    if (!isSent) this.note(gettext("The line is down: nothing was said."));
    return isSent;
  }

  speak() {
    const field = part("chat-text");
    const text = field.value.trim();
    if (text && this.say({ text })) field.value = "";
    field.focus();
  }

  mute(name) {
    this.change(toggledMute(this.quiet, name));
  }

  change(quiet) {
    this.quiet = quiet;
    keepQuiet(quiet);
    this.draw();
  }
}
