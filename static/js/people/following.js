/** The live lists of those whom a player follows: drawn by the server, kept still by the page. */

import { byId, setText } from "../ui/dom.js";
import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../ui/reconnecting-socket.js";
import { SteadyList } from "../ui/lists/steady-list.js";
import { gettext } from "../ui/translate.js";

const CONNECTION_TEXTS = {
  connecting: gettext("Connecting…"),
  open: gettext("Live"),
  "back soon": gettext("Reconnecting…"),
  closed: gettext("Disconnected"),
};

class Following {
  constructor() {
    this.lists = { here: this.list("here"), away: this.list("away") };
    const line = new ReconnectingSocket(socketUrl("/ws/following"), {
      hello: () => ({ t: "hello" }),
      ping: () => ({ t: "ping" }),
      onFrame: (frame) => frame.t === "following" && this.draw(frame),
      onState: (state) => this.showConnection(state),
    });
    setInterval(() => this.removeGone(), 1_000);
    reconnectOnWake(line);
    line.open();
  }

  /** A list that begins with the rows that came with the page. */
  list(id) {
    const node = byId(id);
    const rows = [...node.children];
    const list = new SteadyList(node, {
      keyOf: (row) => row.dataset.key,
      make: (row) => row,
      update,
      drawn: (count) => (byId(`${id}-panel`).hidden = count === 0),
      refuge: byId("following-head"),
    });
    list.draw(rows);
    return list;
  }

  draw(frame) {
    for (const [id, list] of Object.entries(this.lists)) list.draw(rowsIn(frame[id]));
    byId("nobody").hidden = Boolean(frame.here || frame.away);
    document.body.dataset.following = "live";
  }

  removeGone() {
    for (const list of Object.values(this.lists)) if (list.rows.some((row) => row.goneAt)) list.draw();
  }

  showConnection(state) {
    const node = byId("line");
    node.hidden = false;
    node.dataset.line = state.replace(" ", "-");
    setText(node.querySelector(".line-says"), CONNECTION_TEXTS[state]);
  }
}

/** The rows of a list, as the server draws them. @param {string} markup */
function rowsIn(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return [...template.content.children];
}

/** What has not changed keeps its nodes, and with them the focus. */
function update(child, row) {
  if (child !== row && child.innerHTML !== row.innerHTML) child.replaceChildren(...row.cloneNode(true).childNodes);
}

new Following();
