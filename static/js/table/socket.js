/**
 * One WebSocket that stays: it comes back with jittered backoff, says hello when it opens and when it notices
 * a gap in `ply`, and pings so that a dead line is seen.
 */

const PING_EVERY = 20_000;
const PATIENCE = 10_000;
const LONGEST = 15_000;

/** The wait before attempt n (0, 1, ...): doubling, then halved at random so that a crowd does not return as one. */
export const backoff = (attempt, random = Math.random) =>
  Math.min(LONGEST, 400 * 2 ** attempt) * (0.5 + random() / 2);

export const addressOf = (game, at = location) =>
  `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/ws/table/${encodeURIComponent(game)}`;

export class TableSocket {
  /** @param {{onFrame: (frame: object) => void, onLine: (line: string, says?: string) => void}} told */
  constructor(address, told) {
    this.address = address;
    this.told = told;
    this.ply = -1;
    this.attempt = 0;
    this.mayReturn = true;
    this.open();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  open() {
    clearTimeout(this.retry);
    this.told.onLine(this.attempt ? "back soon" : "connecting");
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => this.hello());
    this.socket.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  hello() {
    this.put({ t: "hello", since: this.ply });
    clearInterval(this.pinging);
    this.pinging = setInterval(() => this.ping(), PING_EVERY);
  }

  /** Send if the line is open; what is lost with a line is asked for again after the next hello. */
  put(frame) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  move(move) {
    return this.put({ t: "move", ply: this.ply, move });
  }

  ping() {
    this.put({ t: "ping", ply: Math.max(this.ply, 0) });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket.close(), PATIENCE);
  }

  hear(frame) {
    clearTimeout(this.silence);
    switch (frame.t) {
      case "table":
        this.attempt = 0;
        this.told.onLine("open");
        this.told.onFrame(frame);
        this.ply = frame.ply;
        break;
      case "event":
        if (frame.ply <= this.ply) break;
        if (frame.since !== this.ply) {
          this.put({ t: "hello", since: this.ply });
          break;
        }
        this.told.onFrame(frame);
        this.ply = frame.ply;
        break;
      case "pong":
        if (frame.ply > this.ply) this.put({ t: "hello", since: this.ply });
        break;
      case "bye":
        this.mayReturn = frame.back_in_ms !== null;
        this.wait = frame.back_in_ms;
        this.told.onLine(this.mayReturn ? "back soon" : "closed", frame.says);
        break;
      default:
        this.told.onFrame(frame);
    }
  }

  lost() {
    clearInterval(this.pinging);
    clearTimeout(this.silence);
    if (!this.mayReturn) return;
    this.told.onLine("back soon");
    this.retry = setTimeout(() => this.open(), this.wait ?? backoff(this.attempt));
    this.wait = null;
    this.attempt += 1;
  }

  hurry() {
    if (this.mayReturn && this.socket.readyState === WebSocket.CLOSED) this.open();
    else if (this.socket.readyState === WebSocket.OPEN) this.ping();
  }
}
