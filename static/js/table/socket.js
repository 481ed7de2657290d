/**
 * The table's line: it knows the ply, passes on what follows it, and asks again when it notices a gap.
 */

import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../ui/reconnecting-socket.js";

/**
 * @typedef {object} Told
 * @property {(frame: object) => void} onFrame
 * @property {(state: import("../ui/reconnecting-socket.js").State, says?: string) => void} onState
 * @property {(frame: object) => void} onBye  the server closes; after `onState`
 */

export class TableSocket extends ReconnectingSocket {
  /** @param {string} game @param {Told} told */
  constructor(game, told) {
    super(socketUrl(`/ws/table/${encodeURIComponent(game)}`), {
      hello: () => ({ t: "hello", since: this.ply }),
      ping: () => ({ t: "ping", ply: this.ply }),
      onFrame: told.onFrame,
      onState: told.onState,
    });
    this.onBye = told.onBye;
    this.ply = -1;
    this.show = null;
  }

  /** Take the line up, and keep it up. */
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
    if (frame.t === "bye") this.goodbye = frame.says;
    if (frame.t === "table" || frame.t === "event") this.restoreLastShow(frame.view);
    super.handleFrame(frame);
    if (frame.t === "bye") this.onBye(frame);
    else if (frame.t === "table" || frame.t === "event") this.ply = frame.ply;
    else if (frame.t === "pong" && frame.ply > this.ply) this.requestTable();
  }

  /** An event's view leaves the last show out, as long as it stays the same. */
  restoreLastShow(view) {
    if (view.show === undefined) view.show = this.show;
    this.show = view.show;
  }

  requestTable() {
    this.send({ t: "hello", since: this.ply });
  }

  /** What the server said when it left stands until the line is back; then it is asked how long a word takes. */
  setState(state, says) {
    const stands = state === "back soon" && typeof this.wait === "number" ? this.goodbye : undefined;
    super.setState(state, says ?? stands);
    if (state === "open") this.ping();
  }
}
