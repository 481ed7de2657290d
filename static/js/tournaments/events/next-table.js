/** My next table: a banner names the opponent, counts down, and opens it. A busy reader opens it themselves. */

import { setAttr, setText } from "../../ui/dom.js";
import { shownName } from "../../ui/words/shown-name.js";
import { announce } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";
import { mayLeave } from "./model.js";

const SECONDS = 3;
const SECOND = 1_000;
const KEPT = "event-tables";

/** The tables that this tab has opened, or stayed away from: none of them opens automatically again. */
const tables = {
  load: () => JSON.parse(sessionStorage.getItem(KEPT) ?? "[]"),
  add: (game) => sessionStorage.setItem(KEPT, JSON.stringify([...tables.load().slice(-50), game])),
};

export class NextTable {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part=${name}]`);
    this.part("stay").addEventListener("click", () => this.stay());
    this.part("go").addEventListener("click", () => tables.add(this.table.game));
    document.addEventListener("visibilitychange", () => this.start());
    document.addEventListener("focusout", () => setTimeout(() => this.start()));
  }

  /** @param {{game: string, opponent: string, nickname?: string} | null} table my current table */
  update(table) {
    if (table?.game === this.table?.game) return;
    this.stop();
    this.table = table;
    this.root.hidden = !table;
    if (!table) return;
    this.name = shownName({ name: table.opponent, nickname: table.nickname });
    setAttr(this.part("go"), "href", `/table/${encodeURIComponent(table.game)}`);
    this.say(gettext("You’re playing {name}.", { name: this.name }));
    this.part("stay").hidden = true;
    if (tables.load().includes(table.game)) return;
    announce(gettext("You’re paired: your table against {name} is ready.", { name: this.name }));
    this.start();
  }

  start() {
    if (!this.table || this.timer || tables.load().includes(this.table.game) || !mayLeave(describeReader())) return;
    this.part("stay").hidden = false;
    this.countDown(SECONDS);
  }

  countDown(seconds) {
    if (!mayLeave(describeReader())) return this.stop();
    if (seconds === 0) return this.open();
    this.say(gettext("Your table against {name} opens in {n} s.", { name: this.name, n: seconds }));
    this.timer = setTimeout(() => this.countDown(seconds - 1), SECOND);
  }

  open() {
    tables.add(this.table.game);
    location.assign(this.part("go").href);
  }

  stay() {
    tables.add(this.table.game);
    this.stop();
    this.part("go").focus();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.part("stay").hidden = true;
    if (this.table) this.say(gettext("You’re playing {name}.", { name: this.name }));
  }

  say(says) {
    setText(this.part("says"), says);
  }
}

function describeReader() {
  return {
    hidden: document.hidden,
    typing: Boolean(document.activeElement?.matches("input, textarea, select")),
    asked: Boolean(document.querySelector("dialog[open]")),
  };
}
