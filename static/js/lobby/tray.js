/**
 * What comes to me, wherever on the page I am: challenges to answer, and notices. It stands over the page's
 * lower edge, so that nothing on the page moves when something comes.
 */

import { reasonsFor, settings } from "../game/offers.js";
import { html, write } from "../ui/dom.js";
import { gettext, pieces } from "../ui/translate.js";
import { newcomers } from "./model.js";
import { stakesLine } from "./rows.js";
import { onPress, Rows } from "./steady-list.js";

const MOST_NOTICES = 3;

/** @typedef {{id: number, says: string, label?: string, act?: () => void, href?: string}} Notice */

export class Tray {
  /**
   * @param {HTMLElement} node
   * @param {HTMLElement} status  where a screen reader hears what came
   * @param {() => number | null} own  my points
   * @param {{accept: (seek: object) => Promise<void>, decline: (seek: object, reason: string) => Promise<object | null>}} does
   */
  constructor(node, status, own, does) {
    this.node = node;
    this.status = status;
    this.own = own;
    this.does = does;
    this.known = [];
    /** @type {Notice[]} */
    this.notices = [];
    this.number = 0;
    const refuge = document.getElementById("main");
    this.asked = new Rows(node.querySelector("[data-part=challenges]"), {
      make: (seek) => this.challenge(seek),
      refuge,
      drawn: () => this.show(),
      newestFirst: true,
    });
    this.told = new Rows(node.querySelector("[data-part=notices]"), {
      keyOf: ({ id }) => String(id),
      make: (notice) => this.notice(notice),
      refuge,
      drawn: () => this.show(),
      newestFirst: true,
    });
  }

  /** @param {object[]} seeks  the challenges to me */
  hear(seeks) {
    const fresh = newcomers(this.known, seeks);
    this.known = seeks;
    for (const seek of fresh) {
      const asked = { name: seek.by, settings: settings(seek) };
      this.announce(gettext("{name} challenges you, {settings}. The answer is at the top of the page.", asked));
    }
    this.draw();
  }

  /** @param {Omit<Notice, "id">} notice */
  tell(notice) {
    this.number += 1;
    this.notices = [...this.notices, { id: this.number, ...notice }].slice(-MOST_NOTICES);
    this.announce(notice.says);
    this.draw();
  }

  dismiss(id) {
    this.notices = this.notices.filter((notice) => notice.id !== id);
    this.told.forget(String(id));
  }

  announce(says) {
    write(this.status, "");
    setTimeout(() => write(this.status, says), 50);
  }

  draw() {
    this.asked.draw(this.known);
    this.told.draw(this.notices);
  }

  show() {
    const shown = [this.asked, this.told].some((list) => list?.rows.length > 0);
    this.node.hidden = !shown;
    document.body.classList.toggle("has-tray", shown);
  }

  challenge(seek) {
    const say = (words, look, act) => onPress(html("button", { class: `button small ${look}`, type: "button" }, words), act);
    const answers = html("div", { class: "actions" });
    const reasons = html("div", { class: "reasons", role: "group", "aria-label": gettext("What to answer {name}", { name: seek.by }), hidden: true });
    const ask = (asking) => {
      answers.hidden = asking;
      reasons.hidden = !asking;
      (asking ? reasons : answers).querySelector(asking ? "button" : "button:last-child").focus({ preventScroll: true });
    };
    answers.append(
      say(gettext("Accept"), "", () => this.does.accept(seek)),
      say(gettext("Decline"), "quiet", () => ask(true)),
    );
    reasons.append(
      ...reasonsFor(seek).map(([key, words]) => say(words, "quiet", () => this.decline(seek, key))),
      say(gettext("Back"), "plain", () => ask(false)),
    );
    const words = html("div", { class: "words" }, html("p", {}, ...pieces(gettext("{name} challenges you"), { name: html("strong", {}, seek.by) })));
    words.append(html("p", { class: "settings" }, settings(seek)));
    const stakes = stakesLine(seek, this.own());
    if (stakes) words.append(stakes);
    return html("li", { class: "challenge" }, words, answers, reasons);
  }

  async decline(seek, reason) {
    if (!(await this.does.decline(seek, reason))) return;
    this.known = this.known.filter(({ id }) => id !== seek.id);
    this.asked.forget(seek.id);
  }

  notice({ id, says, label, act, href }) {
    const actions = html("div", { class: "actions" });
    if (href) actions.append(html("a", { class: "button small", href }, label));
    if (act) {
      const button = html("button", { class: "button small", type: "button" }, label);
      actions.append(onPress(button, () => (this.dismiss(id), act())));
    }
    const close = html("button", { class: "button small plain", type: "button" }, gettext("Dismiss"));
    actions.append(onPress(close, () => this.dismiss(id)));
    return html("li", {}, html("p", { class: "words" }, says), actions);
  }
}
