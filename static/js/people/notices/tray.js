/**
 * Toasts for new notifications. A challenge stays until it is answered. All others disappear, and are listed in the
 * bell.
 */

import { describeSettings } from "../../game/scene/offers.js";
import { byId } from "../../ui/dom.js";
import { SteadyList } from "../../ui/lists/steady-list.js";
import { announce } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";
import { noticeRow } from "./notice-rows.js";
import { describeNotice, inOrderOfComing, isShown, keyOf } from "./notices.js";

const STAYS = 10_000;
const MOST = 3;

export class Tray {
  /** @param {HTMLElement} root @param {import("./notice-rows.js").Deeds} does */
  constructor(root, does) {
    this.root = root;
    this.does = does;
    this.shown = [];
    this.notices = [];
    this.list = new SteadyList(
      root.querySelector("[data-part=notices]"),
      { ...noticeRow(does, (notice) => this.putAway(notice)), refuge: byId("main"), newestFirst: true },
    );
  }

  /**
   * Announces new notifications, and shows those that the page does not show elsewhere.
   * @param {import("./notices.js").Notice[]} fresh @param {Parameters<typeof isShown>[1]} page
   */
  add(fresh, page) {
    if (!fresh.length) return;
    announce(fresh.map((notice) => this.describeAloud(notice)).join(" "));
    const toasts = fresh.filter((notice) => !isShown(notice, page));
    this.shown = [...this.shown, ...toasts.map(keyOf)].slice(-MOST);
    this.draw(this.notices);
    const passing = toasts.filter(({ kind }) => kind !== "challenge").map(keyOf);
    if (passing.length) setTimeout(() => this.hide(passing), STAYS);
  }

  describeAloud(notice) {
    if (notice.kind !== "challenge") return describeNotice(notice, this.does.left(notice));
    const asked = { name: notice.by, settings: describeSettings(notice) };
    return gettext("{name} challenges you, {settings}. You can answer by the bell at the top of the page.", asked);
  }

  /** Removes seen toasts, but not from under a pointer or a focus. */
  hide(keys) {
    if (this.root.matches(":hover, :focus-within")) return setTimeout(() => this.hide(keys), STAYS);
    this.shown = this.shown.filter((key) => !keys.includes(key));
    this.draw(this.notices);
  }

  putAway(notice) {
    this.shown = this.shown.filter((key) => key !== keyOf(notice));
    this.list.removeRow(keyOf(notice));
  }

  /** @param {import("./notices.js").Notice[]} notices  all current ones; others leave the tray too */
  draw(notices) {
    this.notices = notices;
    this.list.draw(inOrderOfComing(notices.filter((notice) => this.shown.includes(keyOf(notice)))));
  }
}
