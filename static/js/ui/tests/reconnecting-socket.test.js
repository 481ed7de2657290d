import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import {
  ANSWER_TIMEOUT,
  backoff,
  PING_EVERY,
  ReconnectingSocket,
  returnDelay,
  socketUrl,
} from "../reconnecting-socket.js";

/** A socket that does nothing by itself. */
class Wire extends EventTarget {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor(address) {
    super();
    this.address = address;
    Wire.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text).t);
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  closes() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }

  says(frame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }
}

const lastWire = () => Wire.all.at(-1);

function lineUp() {
  const states = [];
  const heard = [];
  const line = new ReconnectingSocket("ws://here/ws/lobby", {
    hello: () => ({ t: "hello" }),
    ping: () => ({ t: "ping" }),
    onFrame: (frame) => heard.push(frame.t),
    onState: (state) => states.push(state),
  });
  line.open();
  return { line, states, heard };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  globalThis.WebSocket = Wire;
  Wire.all = [];
});

test("the wait before reconnecting doubles, is jittered, and has a limit", () => {
  assert.equal(backoff(0, () => 1), 400);
  assert.equal(backoff(3, () => 0), 1600);
  assert.equal(backoff(20, () => 1), 15_000);
});

test("a client asked to come back later does so no earlier, and not all at the same time", () => {
  assert.equal(returnDelay(2000, () => 0), 2000);
  assert.equal(returnDelay(2000, () => 1), 3500);
});

test("a page on https uses wss", () => {
  assert.equal(socketUrl("/ws/lobby", { protocol: "https:", host: "x.org" }), "wss://x.org/ws/lobby");
  assert.equal(socketUrl("/ws/lobby", { protocol: "http:", host: "x:8000" }), "ws://x:8000/ws/lobby");
});

test("it says hello, is open once that is answered, and pings", () => {
  const { states, heard } = lineUp();
  lastWire().opens();
  assert.deepEqual(states, ["connecting"]);
  lastWire().says({ t: "lobby" });
  mock.timers.tick(PING_EVERY);
  assert.deepEqual(lastWire().sent, ["hello", "ping"]);
  assert.deepEqual([states, heard], [["connecting", "open"], ["lobby"]]);
});

test("the round-trip time is known until the connection is lost", () => {
  const { line } = lineUp();
  lastWire().opens();
  lastWire().says({ t: "lobby" });
  const clock = mock.method(performance, "now", () => 1_000);
  line.ping();
  clock.mock.mockImplementation(() => 1_042);
  lastWire().says({ t: "pong" });
  assert.equal(line.roundTrip, 42);
  clock.mock.mockImplementation(() => 5_000);
  lastWire().says({ t: "pong" });
  assert.equal(line.roundTrip, 42);
  clock.mock.restore();
  lastWire().closes();
  assert.equal(line.roundTrip, null);
});

test("a dead connection is replaced", () => {
  const { states } = lineUp();
  const dead = lastWire();
  dead.opens();
  dead.says({ t: "lobby" });
  mock.timers.tick(PING_EVERY);
  mock.timers.tick(ANSWER_TIMEOUT);
  assert.equal(states.at(-1), "back soon");
  mock.timers.tick(400);
  assert.equal(Wire.all.length, 2);
  dead.closes();
  mock.timers.tick(20_000);
  assert.equal(Wire.all.length, 2);
});

test("after a bye it reconnects at the requested time", () => {
  const { states } = lineUp();
  lastWire().opens();
  lastWire().says({ t: "bye", code: "restart", says: "Back in a moment.", back_in_ms: 5000 });
  lastWire().closes();
  mock.timers.tick(4999);
  assert.equal(Wire.all.length, 1);
  mock.timers.tick(3002);
  assert.equal(Wire.all.length, 2);
  assert.equal(states.at(-1), "back soon");
});

test("after a bye without return it stays closed", () => {
  const { line, states } = lineUp();
  lastWire().opens();
  lastWire().says({ t: "bye", code: "flood", says: "Too much.", back_in_ms: null });
  lastWire().closes();
  mock.timers.tick(60_000);
  line.checkNow();
  line.renew();
  assert.equal(Wire.all.length, 1);
  assert.equal(states.at(-1), "closed");
});

for (const [code, back_in_ms] of [["signed_out", 1500], ["banned", null]]) {
  test(`a page that gets ${code} shows it, and is reloaded once`, () => {
    let loaded = 0;
    globalThis.location = { reload: () => (loaded += 1) };
    const { line, states } = lineUp();
    lastWire().opens();
    lastWire().says({ t: "bye", code, says: "That was it.", back_in_ms });
    lastWire().closes();
    line.checkNow();
    assert.deepEqual([states.at(-1), loaded], ["closed", 0]);
    mock.timers.tick(60_000);
    assert.deepEqual([Wire.all.length, loaded], [1, 1]);
  });
}

test("after a change of identity it reconnects at once", () => {
  const { line, heard } = lineUp();
  const old = lastWire();
  old.opens();
  line.renew();
  assert.equal(Wire.all.length, 2);
  old.says({ t: "lobby" });
  old.closes();
  mock.timers.tick(20_000);
  assert.deepEqual([heard, Wire.all.length], [[], 2]);
});

test("a page that becomes visible does not wait for the backoff", () => {
  const { line } = lineUp();
  lastWire().closes();
  line.checkNow();
  assert.equal(Wire.all.length, 2);
  lastWire().opens();
  line.checkNow();
  assert.deepEqual(lastWire().sent, ["hello", "ping"]);
});
