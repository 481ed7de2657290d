/** The bell in the page's header: a count, and the list of all notifications. */

import { byId, setAttr, setText } from "../../ui/dom.js";
import { SteadyList } from "../../ui/lists/steady-list.js";
import { ngettext } from "../../ui/translate.js";
import { noticeRow } from "./notice-rows.js";
import { countCalls, inOrderOfComing, unreadNotices } from "./notices.js";

export class Bell {
  /** @param {HTMLDetailsElement} root @param {import("./notice-rows.js").Deeds} does */
  constructor(root, does) {
    this.root = root;
    this.summary = root.querySelector("summary");
    this.count = root.querySelector("[data-part=count]");
    this.label = root.querySelector("[data-part=label]");
    this.list = new SteadyList(
      root.querySelector("[data-part=notices]"),
      { ...noticeRow(does), refuge: byId("main"), newestFirst: true },
    );
    this.does = does;
    this.notices = [];
    root.addEventListener("toggle", () => this.read());
  }

  draw(notices) {
    const calls = countCalls(notices);
    this.notices = notices;
    this.list.draw(inOrderOfComing(notices));
    setAttr(this.root, "data-count", notices.length || null);
    setText(this.count, calls ? String(calls) : "");
    setText(
      this.label,
      calls
        ? ngettext("Notifications: {n} waits for you", "Notifications: {n} wait for you", calls)
        : this.label.dataset.none,
    );
    this.root.querySelector("[data-part=none]").hidden = notices.length > 0;
    this.read();
  }

  /** Marks the notifications of an open list as read, if the page is visible. */
  read() {
    if (this.root.open && !document.hidden) this.does.markSeen(unreadNotices(this.notices));
  }
}
