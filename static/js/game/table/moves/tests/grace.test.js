import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { GRACE, Grace, graceMs } from "../grace.js";

const clocks = (left) => ({ kind: "quick", left, running: [0, 1], starts_in_ms: 0, call_ms: null });
const hurl = { kind: "throw", cards: ["5H", "KD"] };

function held(wait = GRACE) {
  const sent = [];
  const grace = new Grace((move) => sent.push(move));
  grace.hold(hurl, wait);
  return { grace, sent };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("a discard is sent when its grace period ends, once", () => {
  const { grace, sent } = held();
  mock.timers.tick(GRACE - 1);
  assert.deepEqual([grace.move, sent], [hurl, []]);
  mock.timers.tick(1);
  grace.sendNow();
  assert.deepEqual([grace.move, sent], [null, [hurl]]);
});

test("a discard taken back is never sent; one sent at once is not sent again", () => {
  const back = held();
  assert.deepEqual(back.grace.cancel(), hurl);
  const now = held();
  now.grace.sendNow();
  mock.timers.tick(GRACE);
  assert.deepEqual([back.sent, now.sent], [[], [hurl]]);
});

test("without a grace period it is sent at once", () => {
  assert.deepEqual(held(0).sent, [hurl]);
});

test("another tab's discard, or the end of the game, leaves nothing to send", () => {
  const { grace } = held();
  grace.cancelIfStale({ phase: "throw", turn: [0] }, 0);
  assert.deepEqual(grace.move, hurl);
  grace.cancelIfStale({ phase: "throw", turn: [1] }, 0);
  assert.equal(grace.move, null);
});

test("with a low clock a discard is not delayed, so that no game is lost on time", () => {
  assert.equal(graceMs(null, 0, 0, 0), GRACE);
  assert.equal(graceMs(clocks([60_000, 1_000]), 0, 0, 0), GRACE);
  assert.equal(graceMs(clocks([60_000, 1_000]), 0, 0, 1), 0);
  assert.equal(graceMs(clocks([60_000, 1_000]), 0, 49_000, 0), 0);
});
