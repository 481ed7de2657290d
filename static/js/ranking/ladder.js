/** The live leaderboard: draws the server's list so that a reader sees players pass each other. */

import { byId, setText } from "../ui/dom.js";
import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../ui/reconnecting-socket.js";
import { gettext } from "../ui/translate.js";
import { ago } from "./ago.js";
import { syncRows } from "../ui/lists/moving-rows.js";

const CONNECTION_TEXTS = {
  connecting: gettext("Connecting…"),
  open: gettext("Live"),
  "back soon": gettext("Reconnecting…"),
  closed: gettext("Disconnected"),
};
const MINE_EVERY = 10_000;
const MINUTE = 60_000;

class Ladder {
  constructor() {
    this.top = byId("top");
    this.body = this.top.querySelector("tbody");
    this.mine = byId("mine");
    this.askedAt = Date.now(); // the page was rendered now
    this.line = new ReconnectingSocket(socketUrl("/ws/ladder"), {
      hello: () => ({ t: "hello", kind: this.top.dataset.kind }),
      ping: () => ({ t: "ping" }),
      onFrame: (frame) => this.handleFrame(frame),
      onState: (state) => this.showConnection(state),
    });
    updateTimes(byId("main"));
    setInterval(() => updateTimes(byId("main")), MINUTE);
    reconnectOnWake(this.line);
    this.line.open();
  }

  handleFrame(frame) {
    if (frame.t === "ladder") this.draw(frame.rows);
    if (frame.t === "ladder" || frame.t === "moved") this.scheduleMyStanding();
  }

  /** @param {string} markup  the rows, as the server renders them on the page */
  draw(markup) {
    const template = document.createElement("template");
    template.innerHTML = markup;
    const rows = [...template.content.children];
    for (const row of rows) if (row.dataset.key === this.top.dataset.me) row.className = "mine";
    updateTimes(template.content);
    syncRows(this.body, rows);
    byId("empty").hidden = rows.length > 0;
  }

  /** Reloads the player's own standing soon after a change in the list, and then not again for a while. */
  scheduleMyStanding() {
    if (!this.top.dataset.me) return;
    this.asking ??= setTimeout(() => this.loadMyStanding(), Math.max(0, this.askedAt + MINE_EVERY - Date.now()));
  }

  async loadMyStanding() {
    this.askedAt = Date.now();
    this.asking = undefined;
    try {
      const answer = await fetch(this.mine.dataset.path);
      if (!answer.ok) return;
      this.mine.innerHTML = await answer.text();
      updateTimes(this.mine);
    } catch {
      // The connection is down, as the page shows. The next list triggers another attempt.
    }
  }

  showConnection(state) {
    const node = byId("line");
    node.hidden = false;
    node.dataset.line = state.replace(" ", "-");
    setText(node.querySelector(".line-says"), CONNECTION_TEXTS[state]);
  }
}

/** Updates how long ago each game was, by this page's clock. */
function updateTimes(node) {
  for (const time of node.querySelectorAll("time")) setText(time, ago(Date.parse(time.dateTime), Date.now()));
}

new Ladder();
