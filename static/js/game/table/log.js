/** The log of events at the table, by deal. */

import { html, within } from "../../ui/dom.js";

export class Log {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.list = within(root)("log");
    new ResizeObserver(() => this.showNewest()).observe(this.list);
  }

  /** Starts again with the history of the game. @param {import("../scene/history.js").Line[]} lines */
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

  /** A deal has its own list. Pegged points are added to the line of their reason. */
  write(event, says) {
    if (!says) return;
    if (event.e === "dealt") this.beginDeal(html("h3", {}, says));
    else if (event.e === "pegged" && this.newest) this.newest.append(` ${says}`);
    else this.deal.append(html("li", {}, says));
  }

  beginDeal(...heading) {
    this.list.append(html("li", { class: "deal" }, ...heading, html("ol")));
  }

  /** The list of the current deal. The list before the first deal is the cut. */
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
