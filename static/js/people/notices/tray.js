/** Toasts for what is new: a challenge stays until it is answered, all else goes by itself and stands in the bell. */

import { describeSettings } from "../../game/scene/offers.js";
import { byId } from "../../ui/dom.js";
import { SteadyList } from "../../ui/lists/steady-list.js";
import { announce } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";
import { noticeRow } from "./notice-rows.js";
import { describeNotice, inOrderOfComing, keyOf } from "./notices.js";

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

  /** @param {import("./notices.js").Notice[]} fresh */
  add(fresh) {
    if (!fresh.length) return;
    this.shown = [...this.shown, ...fresh.map(keyOf)].slice(-MOST);
    announce(fresh.map((notice) => this.describeAloud(notice)).join(" "));
    this.draw(this.notices);
    const passing = fresh.filter(({ kind }) => kind !== "challenge").map(keyOf);
    if (passing.length) setTimeout(() => this.hide(passing), STAYS);
  }

  describeAloud(notice) {
    if (notice.kind !== "challenge") return describeNotice(notice, this.does.left(notice));
    const asked = { name: notice.by, settings: describeSettings(notice) };
    return gettext("{name} challenges you, {settings}. You can answer by the bell at the top of the page.", asked);
  }

  /** What has been seen goes, but not from under a pointer or a focus. */
  hide(keys) {
    if (this.root.matches(":hover, :focus-within")) return setTimeout(() => this.hide(keys), STAYS);
    this.shown = this.shown.filter((key) => !keys.includes(key));
    this.draw(this.notices);
  }

  putAway(notice) {
    this.shown = this.shown.filter((key) => key !== keyOf(notice));
    this.list.removeRow(keyOf(notice));
  }

  /** @param {import("./notices.js").Notice[]} notices  all that stand: what is over leaves the tray too */
  draw(notices) {
    this.notices = notices;
    this.list.draw(inOrderOfComing(notices.filter((notice) => this.shown.includes(keyOf(notice)))));
  }
}
