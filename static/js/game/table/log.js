/** The log of what happened at the table, deal by deal. */

import { html, within } from "../../ui/dom.js";

export class Log {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.list = within(root)("log");
    new ResizeObserver(() => this.showNewest()).observe(this.list);
  }

  /** Starts again with what happened before. @param {import("../scene/history.js").Line[]} lines */
  fill(lines) {
    this.list.replaceChildren();
    for (const { event, says } of lines) this.write(event, says);
    this.showNewest();
  }

  /** @param {object} event @param {string} says */
  append(event, says) {
    this.write(event, says);
    this.showNewest();
  }

  /** A deal has its own list; what is pegged stands on the line of what it was pegged for. */
  write(event, says) {
    if (!says) return;
    if (event.e === "dealt") this.beginDeal(html("h3", {}, says));
    else if (event.e === "pegged" && this.newest) this.newest.append(` ${says}`);
    else this.deal.append(html("li", {}, says));
  }

  beginDeal(...heading) {
    this.list.append(html("li", { class: "deal" }, ...heading, html("ol")));
  }

  /** The list of the deal under way; what comes before the first is the cut. */
  get deal() {
    if (!this.list.lastElementChild) this.beginDeal();
    return this.list.lastElementChild.lastElementChild;
  }

  get newest() {
    return this.deal.lastElementChild;
  }

  showNewest() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}
