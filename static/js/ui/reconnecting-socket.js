/**
 * A WebSocket that reconnects with jittered backoff, sends a hello when it opens, pings to detect a dead connection,
 * and obeys a `bye`. It passes all other frames to its owner.
 */

export const PING_EVERY = 15_000;
export const ANSWER_TIMEOUT = 10_000;
const LONGEST = 15_000;

/** The wait before attempt n (0, 1, ...): doubling, then halved at random so that clients do not return all at once. */
export const backoff = (attempt, random = Math.random) =>
  Math.min(LONGEST, 400 * 2 ** attempt) * (0.5 + random() / 2);

/** When to reconnect after a `bye`: never before the server asked for it, and not all pages at the same moment. */
export const returnDelay = (ms, random = Math.random) => ms + (500 + ms / 2) * random();

/** Codes of a `bye` that also end the page: it is reloaded, and shows what its reader may see by then. */
const ENDS_THE_PAGE = new Set(["signed_out", "banned"]);

/** The URL of a socket of this site. */
export const socketUrl = (path, at = location) => `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}${path}`;

/**
 * @typedef {"connecting" | "open" | "back soon" | "closed"} State
 * @typedef {object} Owner
 * @property {() => object} hello  the frame to open with
 * @property {() => object} ping  the frame that checks the connection
 * @property {(frame: object) => void} onFrame
 * @property {(state: State, says?: string) => void} onState
 */

export class ReconnectingSocket {
  /**
   * @param {string} address
   * @param {Owner} owner
   */
  constructor(address, owner) {
    this.address = address;
    this.owner = owner;
    this.attempt = 0;
    this.mayReconnect = true;
    this.state = "connecting";
    /** @type {number|null} round-trip time of the last ping in milliseconds */
    this.roundTrip = null;
    this.pingedAt = null;
  }

  open() {
    clearTimeout(this.retry);
    this.setState(this.attempt ? "back soon" : "connecting");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    const ours = (heed) => (event) => this.socket === socket && heed(event);
    socket.addEventListener("open", ours(() => this.handleOpen()));
    socket.addEventListener("message", ours(({ data }) => this.handleFrame(JSON.parse(data))));
    socket.addEventListener("close", ours(() => this.handleClose()));
  }

  /** Reopens it after the player's identity has changed, because the old one was opened with the old cookies. */
  renew() {
    if (!this.mayReconnect) return;
    this.drop();
    this.attempt = 0;
    this.open();
  }

  /** Sends a frame if the connection is open. Returns whether it was sent. */
  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Checks at once whether the connection works, or can be opened. */
  checkNow() {
    if (!this.mayReconnect) return;
    if (!this.socket) this.open();
    else if (this.socket.readyState === WebSocket.OPEN) this.ping();
  }

  handleOpen() {
    this.send(this.owner.hello());
    clearInterval(this.pinging);
    this.pinging = setInterval(() => this.ping(), PING_EVERY);
    this.awaitAnswer();
  }

  ping() {
    if (this.send(this.owner.ping())) this.pingedAt ??= performance.now();
    this.awaitAnswer();
  }

  /** Waits for an answer. A dead connection may take minutes to close by itself, so it is dropped. */
  awaitAnswer() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.handleClose(), ANSWER_TIMEOUT);
  }

  handleFrame(frame) {
    clearTimeout(this.silence);
    if (frame.t === "bye") {
      const ends = ENDS_THE_PAGE.has(frame.code);
      // Not at once: a player who signs out in this very tab is on the way to another page.
      if (ends) setTimeout(() => location.reload(), returnDelay(frame.back_in_ms ?? 0));
      this.mayReconnect = frame.back_in_ms !== null && !ends;
      this.wait = frame.back_in_ms;
      this.setState(this.mayReconnect ? "back soon" : "closed", frame.says);
      return;
    }
    this.attempt = 0;
    if (frame.t === "pong") this.timePing();
    if (this.state !== "open") this.setState("open");
    this.owner.onFrame(frame);
  }

  timePing() {
    if (this.pingedAt !== null) this.roundTrip = performance.now() - this.pingedAt;
    this.pingedAt = null;
  }

  handleClose() {
    this.drop();
    if (!this.mayReconnect) return;
    this.setState("back soon");
    const wait = typeof this.wait === "number" ? returnDelay(this.wait) : backoff(this.attempt);
    this.retry = setTimeout(() => this.open(), wait);
    this.wait = null;
    this.attempt += 1;
  }

  drop() {
    clearInterval(this.pinging);
    clearTimeout(this.silence);
    clearTimeout(this.retry);
    this.roundTrip = this.pingedAt = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  setState(state, says) {
    this.state = state;
    this.owner.onState(state, says);
  }
}

/** Checks a connection when its page is back online, visible again, or restored by the back button. */
export function reconnectOnWake(line) {
  addEventListener("online", () => line.checkNow());
  addEventListener("pageshow", () => line.checkNow());
  document.addEventListener("visibilitychange", () => document.hidden || line.checkNow());
}
