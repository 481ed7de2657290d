/** The live lists of followed players. The server renders them, and the page keeps them stable. */

import { byId, setText } from "../ui/dom.js";
import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../ui/reconnecting-socket.js";
import { listOfServerRows, rowsIn } from "../ui/lists/server-rows.js";
import { gettext } from "../ui/translate.js";
import { showLocalTimes } from "../ui/words/local-time.js";

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

  list(id) {
    return listOfServerRows(id, {
      drawn: (count) => (byId(`${id}-panel`).hidden = count === 0),
      refuge: byId("following-head"),
    });
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

showLocalTimes(document);
new Following();
