/** A player's notifications: the bell in the header, a count in the title, and a toast for each new one. */

import { post } from "../../ui/api.js";
import { byId } from "../../ui/dom.js";
import { openPage } from "../../ui/open-page.js";
import { rememberSeek } from "../../ui/own-seeks.js";
import { Tab } from "../../ui/tab.js";
import { showToast } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";
import { Bell } from "./bell.js";
import { tableUrl } from "./notice-rows.js";
import {
  countCalls, freshNotices, isNew, isShown, isTimely, keyOf, newsOfTable, noticesFor, tablesToOpen,
} from "./notices.js";
import { Opening } from "./opening.js";
import { loadDismissed, loadSeen, saveDismissed, saveSeen } from "./seen.js";
import { Tray } from "./tray.js";

export class LiveNotices {
  constructor() {
    this.points = null;
    this.notices = [];
    this.clockAhead = 0;
    /** @type {Set<number>} notifications that were reported to the server as read */
    this.marked = new Set();
    this.tab = new Tab();
    this.bell = new Bell(byId("bell"), this);
    this.tray = new Tray(byId("tray"), this);
    this.opening = new Opening();
    setInterval(() => this.draw(), 30_000); // time left
    setInterval(() => this.removeGone(), 1_000);
    addEventListener("storage", () => this.draw()); // dismissed in another tab
  }

  get table() {
    return byId("table")?.dataset.game ?? null;
  }

  /** @param {object} frame @param {boolean} isFirst whether it is the first one of this page */
  handleNotices({ notices, points, now }, isFirst) {
    this.notices = notices;
    this.points = points;
    this.clockAhead = now - Date.now();
    const shown = noticesFor(notices, this.table, loadDismissed());
    const fresh = freshNotices(shown, loadSeen());
    saveSeen(notices.map(keyOf));
    this.draw();
    this.markSeen(newsOfTable(notices, this.table));
    const opens = tablesToOpen(shown.filter((notice) => isNew(notice, now)), this.table);
    this.opening.update(opens);
    // A game that opens by itself has its own row, and an event's page shows its pairing itself.
    const ids = new Set(opens.map(({ notice }) => notice ?? null));
    this.tray.add(
      fresh.filter((notice) => isTimely(notice, now)).filter(
        ({ kind, id }) => kind !== "began" && !(kind === "paired" && (ids.has(id) || byId("event"))),
      ),
      { isListOpen: this.bell.root.open, isBarNew: this.isBarNew(isFirst) },
    );
  }

  /** Whether the bar of the player's games is as new as this frame. Later only the live front page updates it. */
  isBarNew(isFirst) {
    const bar = byId("resume");
    return Boolean(bar) && !bar.hidden && (isFirst || document.querySelector("[data-lobby=live]") !== null);
  }

  draw() {
    const shown = noticesFor(this.notices, this.table, loadDismissed());
    this.bell.draw(shown);
    this.tray.draw(shown);
    this.tab.setCount(countCalls(shown));
  }

  /** A removed row stays for a moment, dimmed, so that nothing moves under a finger. */
  removeGone() {
    for (const list of [this.bell.list, this.tray.list]) if (list.rows.some((row) => row.goneAt)) list.draw();
  }

  // Actions of the player.

  left({ deadline }) {
    return deadline === null ? 0 : Math.max(0, deadline - this.clockAhead - Date.now());
  }

  /** Removes a notification at once after the player's action. The next frame of the server confirms it. */
  remove(notice) {
    this.notices = this.notices.filter((one) => keyOf(one) !== keyOf(notice));
    this.bell.list.removeRow(keyOf(notice));
    this.tray.list.removeRow(keyOf(notice));
    this.draw();
  }

  async answer(notice, path, body) {
    const { ok, body: answer } = await post(path, body);
    if (ok) this.remove(notice);
    else showToast({ says: answer.says });
    return ok ? answer : null;
  }

  async accept(seek) {
    const game = await this.answer(seek, `/api/seeks/${seek.id}/accept`);
    if (game) openPage(tableUrl(game.game));
  }

  async decline(seek, reason) {
    await this.answer(seek, `/api/seeks/${seek.id}/decline`, { reason });
  }

  async withdraw(seek) {
    await this.answer(seek, `/api/seeks/${seek.id}/cancel`);
  }

  async markRead(ruling) {
    if (await this.answer(ruling, `/api/me/warnings/${ruling.id}/read`)) byId(`warning-${ruling.id}`)?.remove();
  }

  /** Marks notifications as read on all pages of the player. A link may leave this page meanwhile. */
  async markSeen(notices) {
    const ids = notices.map(({ id }) => Number(id)).filter((id) => !this.marked.has(id));
    if (!ids.length) return;
    for (const id of ids) this.marked.add(id);
    const { ok } = await post("/api/me/notices/read", { notices: ids }, { keepalive: true });
    if (!ok) for (const id of ids) this.marked.delete(id);
  }

  /** Offers the game that the other player prefers. */
  async offer(by, settings) {
    const { ok, body } = await post("/api/games", { against: by, ...settings });
    if (ok && !body.waiting) return openPage(tableUrl(body.game));
    if (ok) rememberSeek(body.game);
    for (const notice of ok ? this.notices.filter((one) => one.kind === "declined" && one.by === by) : []) {
      this.dismiss(notice);
    }
    showToast({ says: ok ? gettext("You challenged {name}.", { name: by }) : body.says });
  }

  dismiss(notice) {
    saveDismissed(keyOf(notice));
    this.remove(notice);
  }
}
