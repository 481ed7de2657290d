/** Shows a player who looks elsewhere that it is their move: a dot on the tab's icon, a badge on the app's. */

export class TabBadge {
  /** @param {{page?: Document, icon?: HTMLLinkElement, app?: Navigator}} [where] */
  constructor({ page = document, icon = page.querySelector("link[rel=icon]"), app = navigator } = {}) {
    this.page = page;
    this.icon = icon;
    this.app = app;
    this.usual = icon.href;
    this.isMine = this.isUp = false;
    page.addEventListener("visibilitychange", () => this.draw());
  }

  /** @param {boolean} isMine whether I have to move */
  setMyMove(isMine) {
    this.isMine = isMine;
    this.draw();
  }

  draw() {
    const isUp = this.isMine && this.page.hidden;
    if (isUp === this.isUp) return;
    this.isUp = isUp;
    this.icon.href = isUp ? this.icon.dataset.turn : this.usual;
    // A browser may refuse if the site is not installed: then there is no icon for a badge.
    const badged = isUp ? this.app.setAppBadge?.() : this.app.clearAppBadge?.();
    badged?.catch(() => {});
  }
}
