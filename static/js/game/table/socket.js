/** The table's socket: it tracks the ply, passes on the events that follow it, and requests the table at a gap. */

import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../../ui/reconnecting-socket.js";

/**
 * @typedef {object} SocketHandlers
 * @property {(frame: object) => void} onFrame
 * @property {(state: import("../../ui/reconnecting-socket.js").State, says?: string) => void} onState
 * @property {(frame: object) => void} onBye  the server closes; after `onState`
 */

export class TableSocket extends ReconnectingSocket {
  /** @param {string} game @param {SocketHandlers} handlers */
  constructor(game, handlers) {
    super(socketUrl(`/ws/table/${encodeURIComponent(game)}`), {
      hello: () => this.hello,
      ping: () => ({ t: "ping", ply: this.ply }),
      onFrame: handlers.onFrame,
      onState: handlers.onState,
    });
    this.onBye = handlers.onBye;
    this.ply = -1;
    this.show = null;
  }

  /** Opens the connection, and keeps it open. */
  connect() {
    reconnectOnWake(this);
    this.open();
  }

  handleFrame(frame) {
    if (frame.t === "event" && (frame.ply <= this.ply || frame.since !== this.ply)) {
      clearTimeout(this.silence);
      if (frame.ply > this.ply) this.requestTable();
      return;
    }
    if (frame.t === "refused" && frame.code === "nonsense" && this.ply === -1 && !this.isOld) {
      return this.greetOldServer();
    }
    if (frame.t === "bye") this.goodbye = frame.says;
    if (frame.t === "table" || frame.t === "event") this.restoreLastShow(frame.view);
    super.handleFrame(frame);
    if (frame.t === "bye") this.onBye(frame);
    else if (frame.t === "table" || frame.t === "event") this.ply = frame.ply;
    else if (frame.t === "pong" && frame.ply > this.ply) this.requestTable();
  }

  /** Restores the last show, which an event's view omits while it is unchanged. */
  restoreLastShow(view) {
    if (view.show === undefined) view.show = this.show;
    this.show = view.show;
  }

  /** During an upgrade, a server of an older release knows no history. */
  greetOldServer() {
    this.isOld = true;
    this.requestTable();
  }

  requestTable() {
    this.send(this.hello);
  }

  /** Requests the table, with everything that this page has missed. */
  get hello() {
    return { t: "hello", since: this.ply, ...(this.isOld ? {} : { history: true }) };
  }

  /** Shows the server's goodbye until the connection is back. Then measures the latency. */
  setState(state, says) {
    const stands = state === "back soon" && typeof this.wait === "number" ? this.goodbye : undefined;
    super.setState(state, says ?? stands);
    if (state === "open") this.ping();
  }
}
