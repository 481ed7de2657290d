/**
 * Shows challenges and notices to the player wherever they are on the page. It lies over the page's lower edge, so that
 * nothing moves when something comes.
 */

import { declineReasons, describeSettings } from "../game/offers.js";
import { byId, html, setText } from "../ui/dom.js";
import { gettext, interpolateNodes } from "../ui/translate.js";
import { addedItems } from "./model.js";
import { buildStakes } from "./rows.js";
import { onExclusiveClick, SteadyList } from "./steady-list.js";

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
    this.myPoints = own;
    this.does = does;
    this.known = [];
    /** @type {Notice[]} */
    this.notices = [];
    this.number = 0;
    const refuge = byId("main");
    this.challengeList = new SteadyList(node.querySelector("[data-part=challenges]"), {
      make: (seek) => this.challenge(seek),
      refuge,
      drawn: () => this.show(),
      newestFirst: true,
    });
    this.noticeList = new SteadyList(node.querySelector("[data-part=notices]"), {
      keyOf: ({ id }) => String(id),
      make: (notice) => this.notice(notice),
      refuge,
      drawn: () => this.show(),
      newestFirst: true,
    });
  }

  /** @param {object[]} seeks  the challenges to me */
  showChallenges(seeks) {
    const fresh = addedItems(this.known, seeks);
    this.known = seeks;
    for (const seek of fresh) {
      const asked = { name: seek.by, settings: describeSettings(seek) };
      this.announce(gettext("{name} challenges you, {settings}. The answer is at the top of the page.", asked));
    }
    this.draw();
  }

  /** @param {Omit<Notice, "id">} notice */
  addNotice(notice) {
    this.number += 1;
    this.notices = [...this.notices, { id: this.number, ...notice }].slice(-MOST_NOTICES);
    this.announce(notice.says);
    this.draw();
  }

  dismiss(id) {
    this.notices = this.notices.filter((notice) => notice.id !== id);
    this.noticeList.removeRow(String(id));
  }

  announce(says) {
    setText(this.status, "");
    setTimeout(() => setText(this.status, says), 50);
  }

  draw() {
    this.challengeList.draw(this.known);
    this.noticeList.draw(this.notices);
  }

  show() {
    const shown = [this.challengeList, this.noticeList].some((list) => list?.rows.length > 0);
    this.node.hidden = !shown;
    document.body.classList.toggle("has-tray", shown);
  }

  challenge(seek) {
    const say = (words, look, act) => onExclusiveClick(html("button", { class: `button small ${look}`, type: "button" }, words), act);
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
      ...declineReasons(seek).map(([key, words]) => say(words, "quiet", () => this.decline(seek, key))),
      say(gettext("Back"), "plain", () => ask(false)),
    );
    const words = html("div", { class: "words" }, html("p", {}, ...interpolateNodes(gettext("{name} challenges you"), { name: html("strong", {}, seek.by) })));
    words.append(html("p", { class: "settings" }, describeSettings(seek)));
    const stakes = buildStakes(seek, this.myPoints());
    if (stakes) words.append(stakes);
    return html("li", { class: "challenge" }, words, answers, reasons);
  }

  async decline(seek, reason) {
    if (!(await this.does.decline(seek, reason))) return;
    this.known = this.known.filter(({ id }) => id !== seek.id);
    this.challengeList.removeRow(seek.id);
  }

  notice({ id, says, label, act, href }) {
    const actions = html("div", { class: "actions" });
    if (href) actions.append(html("a", { class: "button small", href }, label));
    if (act) {
      const button = html("button", { class: "button small", type: "button" }, label);
      actions.append(onExclusiveClick(button, () => (this.dismiss(id), act())));
    }
    const close = html("button", { class: "button small plain", type: "button" }, gettext("Dismiss"));
    actions.append(onExclusiveClick(close, () => this.dismiss(id)));
    return html("li", {}, html("p", { class: "words" }, says), actions);
  }
}
