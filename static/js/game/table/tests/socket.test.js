import assert from "node:assert/strict";
import { test } from "node:test";
import { TableSocket } from "../socket.js";

/** A socket that knows the table up to a ply, with the frames that it passes on and sends. No connection is opened. */
function knowing(ply) {
  const [passed, sent, lines, byes] = [[], [], [], []];
  const owner = { onFrame: (frame) => passed.push(frame.ply), onState: (...line) => lines.push(line) };
  const put = (frame) => sent.push(frame);
  const onBye = (frame) => byes.push(frame.code);
  const socket = Object.assign(
    Object.create(TableSocket.prototype),
    { ply, owner, onBye, send: put, state: "open", mayReconnect: true },
  );
  return { socket, passed, sent, lines, byes };
}

test("an event that follows is passed on, and moves the ply", () => {
  const { socket, passed, sent } = knowing(5);
  socket.handleFrame({ t: "event", since: 5, ply: 7, view: {} });
  assert.deepEqual([passed, sent, socket.ply], [[7], [], 7]);
});

test("the last show is kept until an event has another", () => {
  const { socket } = knowing(5);
  const [first, second] = [{ deal: 1 }, { deal: 2 }];
  const shown = (frame) => socket.handleFrame(frame) ?? frame.view.show;
  assert.equal(shown({ t: "table", ply: 5, view: { show: first } }), first);
  assert.equal(shown({ t: "event", since: 5, ply: 6, view: {} }), first);
  assert.equal(shown({ t: "event", since: 6, ply: 7, view: { show: second } }), second);
});

test("an event after a gap is not drawn, and the table is requested", () => {
  const { socket, passed, sent } = knowing(5);
  socket.handleFrame({ t: "event", since: 6, ply: 7 });
  assert.deepEqual([passed, sent, socket.ply], [[], [{ t: "hello", since: 5, history: true }], 5]);
});

test("a known event is skipped", () => {
  const { socket, passed, sent } = knowing(5);
  socket.handleFrame({ t: "event", since: 4, ply: 5 });
  assert.deepEqual([passed, sent, socket.ply], [[], [], 5]);
});

test("a pong with a later ply causes a request", () => {
  const { socket, sent } = knowing(5);
  socket.handleFrame({ t: "pong", ply: 5 });
  assert.deepEqual(sent, []);
  socket.handleFrame({ t: "pong", ply: 6 });
  assert.deepEqual(sent, [{ t: "hello", since: 5, history: true }]);
});

test("without an opponent there is no ply", () => {
  const { socket, passed } = knowing(-1);
  socket.handleFrame({ t: "waiting" });
  socket.handleFrame({ t: "pong", ply: -1 });
  assert.deepEqual([passed.length, socket.ply], [2, -1]);
  socket.handleFrame({ t: "table", ply: 0, view: { show: null } });
  assert.equal(socket.ply, 0);
});

test("a goodbye says whether to reconnect, and its text is shown until then", () => {
  const back = knowing(5);
  back.socket.handleFrame({ t: "bye", code: "restart", says: "Back in a moment.", back_in_ms: 2000 });
  back.socket.setState("back soon");
  assert.deepEqual([back.socket.mayReconnect, back.byes], [true, ["restart"]]);
  assert.deepEqual(back.lines, [["back soon", "Back in a moment."], ["back soon", "Back in a moment."]]);
  const away = knowing(5);
  const says = "The player at this table has stopped waiting.";
  away.socket.handleFrame({ t: "bye", code: "gone", says, back_in_ms: null });
  assert.deepEqual([away.socket.mayReconnect, away.lines], [false, [["closed", says]]]);
});

test("a server of an older release, which knows no history, is asked without it", () => {
  const { socket, passed, sent } = knowing(-1);
  socket.handleFrame({ t: "refused", ply: 0, code: "nonsense", says: "This is no message a table knows." });
  assert.deepEqual([passed, sent], [[], [{ t: "hello", since: -1 }]]);
});
