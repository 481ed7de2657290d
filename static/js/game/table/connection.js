/** The state of the connection, next to the site's name. */

import { setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

const TEXTS = () => (
  {
    connecting: gettext("Connecting…"),
    open: gettext("Connected"),
    "back soon": gettext("Reconnecting…"),
    closed: gettext("Disconnected"),
  }
);

export class Connection {
  /** @param {HTMLElement} root @param {(says: string) => void} announce */
  constructor(root, announce) {
    Object.assign(this, { root, announce, text: root.querySelector(".line-says") });
  }

  /** @param {import("./store.js").Now} now */
  draw({ connection, scene }) {
    if (connection === this.drawn) return;
    this.drawn = connection;
    const { state, says = TEXTS()[state] } = connection;
    this.root.dataset.line = state.replace(" ", "-");
    if (says === this.text.textContent) return;
    setText(this.text, says);
    if (scene) this.announce(says); // before there is a table, the page itself shows the state
  }
}
