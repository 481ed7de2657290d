/** The bell in the page's head: a count, and the list of all there is to be told. */

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
    root.hidden = false;
  }

  draw(notices) {
    const calls = countCalls(notices);
    this.notices = notices;
    this.list.draw(inOrderOfComing(notices));
    setAttr(this.root, "data-count", notices.length || null);
    setText(this.count, calls ? String(calls) : "");
    setText(
      this.label,
      calls ? ngettext("Notices: {n} waits for you", "Notices: {n} wait for you", calls) : this.label.dataset.none,
    );
    this.root.querySelector("[data-part=none]").hidden = notices.length > 0;
    this.read();
  }

  /** What an open list shows to somebody who looks is read. */
  read() {
    if (this.root.open && !document.hidden) this.does.markSeen(unreadNotices(this.notices));
  }
}
