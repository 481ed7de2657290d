import assert from "node:assert/strict";
import { test } from "node:test";
import { isMade, isStillAwaited, Outbox } from "../outbox.js";

const play = { ply: 7, deal: 1, move: { kind: "play", card: "5H" } };
const hurl = { ply: 2, deal: 1, move: { kind: "throw", cards: ["5H", "KD"] } };
const table = ({ ply = 7, you = 0, view = {} } = {}) => (
  { ply, you, view: { phase: "play", deal: 1, turn: [0], ...view } }
);

test("a move is expected while the table is unchanged and it is my turn", () => {
  assert.equal(isStillAwaited(play, table()), true);
  assert.equal(isStillAwaited(play, table({ ply: 8 })), false);
  assert.equal(isStillAwaited(play, table({ view: { turn: [1] } })), false);
  assert.equal(isStillAwaited(play, table({ view: { phase: "over", turn: [] } })), false);
});

test("a discard is expected even if the other seat discarded first", () => {
  const throwing = { phase: "throw", turn: [0] };
  assert.equal(isStillAwaited(hurl, table({ ply: 3, view: throwing })), true);
  assert.equal(isStillAwaited(hurl, table({ ply: 3, view: { ...throwing, turn: [1] } })), false);
  assert.equal(isStillAwaited(hurl, table({ ply: 30, view: { ...throwing, deal: 2 } })), false);
});

test("resigning does not depend on the turn", () => {
  const resigning = { ply: 7, deal: 1, move: { kind: "resign" } };
  assert.equal(isStillAwaited(resigning, table({ ply: 9, view: { turn: [1] } })), true);
  assert.equal(isStillAwaited(resigning, table({ view: { phase: "over", turn: [] } })), false);
});

test("the table shows whether a move was made", () => {
  const at = (view) => ({ you: 0, view: { deal: 1, played: [], throw: [], ...view } });
  assert.equal(isMade(play, at({ played: [[0, "5H"]] })), true);
  assert.equal(isMade(play, at({ played: [[0, "6H"]] })), false);
  assert.equal(isMade(hurl, at({ throw: ["KD", "5H"] })), true);
  assert.equal(isMade(hurl, at({ throw: ["KD", "6H"] })), false);
  assert.equal(isMade(play, at({ deal: 2 })), true);
});

function outbox() {
  const lines = [];
  return { lines, box: new Outbox((frame) => lines.push(frame)) };
}
const FRAME = { t: "move", ply: 7, move: play.move };

test("a move made as the connection drops is resent unchanged after the reconnect", () => {
  const { box, lines } = outbox();
  box.send(7, 1, play.move);
  box.handleTable(table(), true);
  assert.deepEqual(lines, [FRAME, FRAME]);
  assert.deepEqual(box.move, play.move);
});

test("a move that arrived before the connection dropped is not resent", () => {
  const { box, lines } = outbox();
  box.send(7, 1, play.move);
  box.handleTable(table({ ply: 8, view: { turn: [1], played: [[0, "5H"]] } }), true);
  assert.deepEqual([lines.length, box.move], [1, null]);
});

test("a move that another tab preceded is reported as lost", () => {
  const back = (played) => {
    const { box } = outbox();
    box.send(7, 1, play.move);
    return box.handleTable(table({ ply: 8, view: { turn: [1], played } }), true);
  };
  assert.deepEqual([back([[0, "6H"]]), back([[0, "5H"]])], [true, false]);
});

test("a move whose signature does not fit is sent once more without it", () => {
  const { box, lines } = outbox();
  box.send(7, 1, play.move, "00");
  assert.equal(box.handleRefused({ code: "signature" }), true);
  assert.deepEqual(lines, [{ ...FRAME, sig: "00" }, FRAME]);
  assert.equal(box.handleRefused({ code: "signature" }), false);
  assert.equal(box.move, null);
});

test("an answer is late after a while, and then no more", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let told = 0;
  const box = new Outbox(() => true, () => { told += 1; });
  box.send(7, 1, play.move);
  t.mock.timers.tick(399);
  assert.deepEqual([box.late, told], [false, 0]);
  t.mock.timers.tick(1);
  assert.deepEqual([box.late, told], [true, 1]);
  box.clear();
  box.send(8, 1, play.move);
  box.clear();
  t.mock.timers.tick(1_000);
  assert.deepEqual([box.late, told], [false, 1]);
});

test("a table frame on the same connection causes no resend", () => {
  const { box, lines } = outbox();
  box.send(7, 1, play.move);
  box.handleTable(table(), false);
  assert.deepEqual([lines.length, box.move], [1, play.move]);
});

test("the other's discard leaves mine pending", () => {
  const { box } = outbox();
  box.send(2, 1, hurl.move);
  box.handleEvent({ ply: 3, view: { phase: "throw", deal: 1, turn: [0] } }, 0);
  assert.deepEqual(box.move, hurl.move);
  box.handleEvent({ ply: 4, view: { phase: "play", deal: 1, turn: [1] } }, 0);
  assert.equal(box.move, null);
});

test("a move that could not be stored is resent after a while, a limited number of times", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { box, lines } = outbox();
  box.send(7, 1, play.move);
  assert.equal(box.handleRefused({ code: "try_again" }), true);
  t.mock.timers.tick(10_000);
  assert.equal(lines.length, 2);
  for (let n = 0; n < 5; n += 1) box.handleRefused({ code: "try_again" });
  assert.equal(box.handleRefused({ code: "try_again" }), false);
  assert.equal(box.move, null);
});

test("a refusal returns the card, unless it was about something else", () => {
  const { box } = outbox();
  box.send(7, 1, play.move);
  box.handleRefused({ code: "hush" });
  assert.deepEqual(box.move, play.move);
  assert.equal(box.handleRefused({ code: "illegal" }), false);
  assert.equal(box.move, null);
});
