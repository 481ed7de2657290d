/** Opens the table of a game that begins, after a moment in which the player can stay. */

import { openPage } from "../../ui/open-page.js";
import { isFromThisTab } from "../../ui/own-seeks.js";
import { byId, html, setText } from "../../ui/dom.js";
import { announce } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";
import { tableUrl } from "./notice-rows.js";
import { delayBeforeTable, describeNotice } from "./notices.js";

const SECOND = 1_000;

export class Opening {
  constructor() {
    /** @type {import("./notices.js").Notice | null} */
    this.game = null;
    this.isDeclined = false;
    this.timer = null;
    document.addEventListener("visibilitychange", () => this.start());
    // The game at this table is over, so that nothing keeps its player there.
    new MutationObserver(() => this.startAnew()).observe(document.body, { attributeFilter: ["data-phase"] });
  }

  /**
   * @param {import("./notices.js").Notice[]} began  the games that have begun and wait for me, which the bell lists
   *   too
   */
  update(began) {
    const game = began.find(({ here }) => !here) ?? null;
    if (game?.id === this.game?.id) return;
    this.stop();
    this.game = game;
    this.isDeclined = false;
    this.start();
  }

  /** Only a visible page opens the table, or the one that asked for this game: one tab, not each. */
  start() {
    const { game } = this;
    if (!game || this.row || this.isDeclined || (document.hidden && !isFromThisTab(game.seek))) return;
    const delay = delayBeforeTable(describePage());
    if (delay === 0) return this.open();
    this.show(game, delay);
  }

  /** Checks again whether a page that could not be left may be left by now. */
  startAnew() {
    if (!this.row || this.timer || delayBeforeTable(describePage()) === null) return;
    this.stop();
    this.start();
  }

  show(game, delay) {
    const says = html("p", { class: "words" }, describeNotice(game));
    const stay = html(
      "button",
      { class: "button small plain", type: "button" },
      delay === null ? gettext("Dismiss") : gettext("Stay here"),
    );
    stay.addEventListener("click", () => {
      this.isDeclined = true;
      this.stop();
    });
    const go = html("a", { class: "button small", href: tableUrl(game.id) }, gettext("Go to the table"));
    this.row = html("li", { class: "began" }, says, html("div", { class: "actions" }, go, stay));
    byId("tray").querySelector("[data-part=toasts]").prepend(this.row);
    announce(describeNotice(game));
    if (delay !== null) this.countDown(says, delay / SECOND);
  }

  countDown(says, seconds) {
    if (seconds === 0) return this.open();
    setText(says, `${describeNotice(this.game)} ${gettext("The table opens in {n} s.", { n: seconds })}`);
    this.timer = setTimeout(() => this.countDown(says, seconds - 1), SECOND);
  }

  open() {
    openPage(tableUrl(this.game.id));
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.row?.remove();
    this.row = null;
  }
}

function describePage() {
  const table = byId("table");
  const { phase } = document.body.dataset;
  return {
    isFront: "lobby" in document.body.dataset,
    table: table && { phase, againstBot: table.dataset.against !== "", isRated: table.dataset.rated === "true" },
  };
}
