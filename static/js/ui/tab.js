/**
 * The title of a page's tab: its title, the number of waiting notifications, and a mark on the icon for a player who
 * looks elsewhere. The scripts of a page are separate bundles, so their data is stored on the root element, where all
 * find it.
 */

export class Tab {
  /** @param {{page?: Document, icon?: HTMLLinkElement, app?: Navigator}} [where] */
  constructor({ page = document, icon = page.querySelector("link[rel=icon]"), app = navigator } = {}) {
    Object.assign(this, { page, icon, app, usual: icon.href, says: page.documentElement.dataset });
    this.says.title ??= page.title;
    page.addEventListener("visibilitychange", () => this.draw());
  }

  /** @param {string} title without the count */
  setTitle(title) {
    this.says.title = title;
    this.draw();
  }

  /** @param {number} count number of notifications that need an action */
  setCount(count) {
    this.says.count = String(count);
    this.draw();
  }

  /** @param {boolean} isMine whether it is my move at this page's table */
  setMyMove(isMine) {
    this.says.move = isMine ? "mine" : "";
    this.draw();
  }

  draw() {
    const { title, count = "0", move } = this.says;
    const shown = count === "0" ? title : `(${count}) ${title}`;
    if (this.page.title !== shown) this.page.title = shown;
    this.drawMark(this.page.hidden && (move === "mine" || count !== "0"));
  }

  drawMark(isUp) {
    const { turn } = this.icon.dataset;
    if (isUp === this.icon.href.endsWith(turn)) return;
    this.icon.href = isUp ? turn : this.usual;
    // A browser may refuse if the site is not installed. Then there is no icon for a badge.
    const badged = isUp ? this.app.setAppBadge?.() : this.app.clearAppBadge?.();
    badged?.catch(() => {});
  }
}
