/** The chat: its lines, gestures, and a field for players who may write. Everything is text, never HTML. */

import { html, setAttr, setText, syncChildren, within } from "../../../ui/dom.js";
import { shownName } from "../../../ui/words/shown-name.js";
import { gettext } from "../../../ui/translate.js";
import { gestures, isGesture, lineText, visibleLines } from "./chat-lines.js";
import { loadChatPreferences, saveChatPreferences, toggleMute } from "./chat-preferences.js";

export class Chat {
  /**
   * @param {HTMLElement} root @param {HTMLButtonElement} toggle  opens it on a small screen
   * @param {{send: (frame: object) => boolean, name: string, mayWrite: boolean,
   *   openPerson: (name: string, line?: object) => void}} table  `name`: mine
   */
  constructor(root, toggle, { send, name, mayWrite, openPerson }) {
    const part = within(root);
    Object.assign(this, { root, toggle, part, sendFrame: send, name, openPerson, unread: 0, now: null });
    this.quiet = loadChatPreferences();
    this.list = part("chat-lines");
    part("chat-gestures").append(...Object.entries(gestures()).map(([phrase, words]) =>
      html(
        "button",
        { type: "button", class: "phrase", "data-phrase": phrase, onclick: () => this.makeGesture(phrase) },
        words,
      )));
    part("chat-form").hidden = !mayWrite;
    part("chat-guests").hidden = mayWrite;
    part("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.sendTyped();
    });
    part("chat-hide").addEventListener("click", () => this.change({ ...this.quiet, hidden: !this.quiet.hidden }));
    part("chat-about").addEventListener("click", () => openPerson(this.opponent));
    toggle.addEventListener("click", () => this.toggleDrawer(root.dataset.open === undefined));
    part("chat-close").addEventListener("click", () => this.toggleDrawer(false));
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.toggleDrawer(false));
  }

  // Drawing.

  get isOpen() {
    return this.root.getClientRects().length > 0;
  }

  isMine(line, who) {
    return line.by === null ? line.name === this.name : line.by === who.you;
  }

  /** Whether the chat is shown, and the line's author not muted. */
  isVisible(line) {
    return visibleLines([line], this.quiet).length > 0;
  }

  countUnread() {
    if (!this.isOpen) this.unread += 1;
  }

  /** @param {import("../store.js").Now} now */
  draw({ who, lines, scene }) {
    if (!scene || (lines === this.now?.lines && who === this.now.who)) return;
    if (this.now && lines !== this.now.lines) this.showNote("");
    this.now = { who, lines };
    this.drawPlayers(who);
    this.redraw();
  }

  drawPlayers({ you, names, accounts, bots }) {
    const { part, root, toggle } = this;
    this.opponent = you === null ? null : accounts[1 - you];
    root.hidden = toggle.hidden = you !== null && bots.some(Boolean);
    if (!root.hidden) this.drawGestures();
    setText(part("chat-head"), you === null ? gettext("Spectator chat") : gettext("Chat"));
    part("chat-about").hidden = !this.opponent;
    setAttr(
      part("chat-about"),
      "aria-label",
      this.opponent && gettext("Mute or block {name}", { name: names[1 - you] }),
    );
  }

  /** Adds the pictures to the buttons; their script is only loaded at a table with a chat. */
  async drawGestures() {
    const { addPictures } = await import("./gestures.js");
    addPictures(this.part("chat-gestures"));
  }

  redraw() {
    const { part, list, toggle, quiet } = this;
    const { who, lines } = this.now;
    if (this.isOpen) this.unread = 0;
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    syncChildren(
      list,
      visibleLines(lines, quiet).filter(lineText),
      ({ id }) => id,
      (line) => this.buildLine(line, who),
    );
    if (isAtEnd || !this.isOpen) list.scrollTop = list.scrollHeight;
    part("chat-body").hidden = quiet.hidden;
    setText(part("chat-hide"), quiet.hidden ? gettext("Show") : gettext("Hide"));
    setAttr(part("chat-hide"), "aria-label", quiet.hidden ? gettext("Show the chat") : gettext("Hide all chat"));
    setText(toggle.querySelector(".unread"), this.unread ? String(this.unread) : "");
    setAttr(toggle, "aria-label", this.unread ? gettext("Chat, {n} unread", { n: this.unread }) : gettext("Chat"));
  }

  buildLine(line, who) {
    const isMine = this.isMine(line, who);
    return html(
      "li",
      { class: isMine ? "line-said mine" : "line-said", "data-said": line.id },
      html("span", { class: "line-by" }, isMine ? gettext("You") : shownName(line)),
      html("span", { class: isGesture(line) ? "line-text gesture" : "line-text" }, lineText(line)),
      isMine ? null : html("button", {
        type: "button", class: "line-more", "aria-label": gettext(
          "Mute, report or block {name}",
          { name: shownName(line) },
        ), onclick: () => this.openPerson(line.name, line),
      }, "⋯"),
    );
  }

  toggleDrawer(isOpen) {
    setAttr(this.root, "data-open", isOpen);
    setAttr(this.toggle, "aria-expanded", String(isOpen));
    this.redraw();
    if (isOpen) this.part("chat-head").focus();
    else this.toggle.focus();
  }

  showNote(says) {
    setText(this.part("chat-note"), says);
  }

  // Actions of the player.

  send(words) {
    const isSent = this.sendFrame({ t: "say", ...words });
    if (!isSent) this.showNote(gettext("You're offline: your message was not sent."));
    return isSent;
  }

  /** Closes the sheet, so that the gesture is seen on its way. */
  makeGesture(phrase) {
    if (this.send({ phrase }) && this.root.dataset.open !== undefined) this.toggleDrawer(false);
  }

  sendTyped() {
    const field = this.part("chat-text");
    const text = field.value.trim();
    if (text && this.send({ text })) field.value = "";
    field.focus();
  }

  isMuted(name) {
    return this.quiet.muted.includes(name);
  }

  toggleMute(name) {
    this.change(toggleMute(this.quiet, name));
  }

  change(quiet) {
    this.quiet = quiet;
    saveChatPreferences(quiet);
    this.redraw();
  }
}
