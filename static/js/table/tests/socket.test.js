import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, backoff, TableSocket } from "../socket.js";

test("the wait before coming back doubles, is jittered, and has an end", () => {
  assert.equal(backoff(0, () => 1), 400);
  assert.equal(backoff(3, () => 0), 1600);
  assert.equal(backoff(20, () => 1), 15_000);
});

test("a page on https speaks over wss", () => {
  assert.equal(addressOf("k3", { protocol: "https:", host: "x.org" }), "wss://x.org/ws/table/k3");
  assert.equal(addressOf("k3", { protocol: "http:", host: "x:8000" }), "ws://x:8000/ws/table/k3");
});

/** A socket that knows the table up to a ply, and what it passes on and sends; no line is opened. */
const knowing = (ply) => {
  const passed = [];
  const sent = [];
  const told = { onFrame: (frame) => passed.push(frame.ply), onLine: () => {} };
  const socket = Object.assign(Object.create(TableSocket.prototype), { ply, told, put: (frame) => sent.push(frame) });
  return { socket, passed, sent };
};

test("an event that follows is passed on, and moves the ply", () => {
  const { socket, passed, sent } = knowing(5);
  socket.hear({ t: "event", since: 5, ply: 7 });
  assert.deepEqual([passed, sent, socket.ply], [[7], [], 7]);
});

test("an event behind a gap is not drawn, but asked about", () => {
  const { socket, passed, sent } = knowing(5);
  socket.hear({ t: "event", since: 6, ply: 7 });
  assert.deepEqual([passed, sent, socket.ply], [[], [{ t: "hello", since: 5 }], 5]);
});

test("an event that is known already is passed over", () => {
  const { socket, passed, sent } = knowing(5);
  socket.hear({ t: "event", since: 4, ply: 5 });
  assert.deepEqual([passed, sent, socket.ply], [[], [], 5]);
});
