// The room of a link and its part of the shuffle: it draws once, stores, and pins the commitment that the server
// accepted.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { hex, unhex } from "../../../rng/bytes.js";
import { commitAhead } from "../commit-ahead.js";
import { seatCommitment } from "../../../rng/cribfair.js";
import { loadGame, saveGame } from "../game-storage.js";

const OTHER = "c".repeat(64);

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
  };
});

/** Opens the room with a server that gives these answers. Returns the outcome, and what was sent. */
async function openRoom(answer, standing = null) {
  const sent = [];
  const send = async (c) => {
    sent.push(c);
    return answer;
  };
  return { state: await commitAhead("g1", { standing, takeWords: () => "my words", send }), sent };
}

const ownCommitment = () => hex(seatCommitment("g1", 0, unhex(loadGame("g1").secret)));

test("the room draws a secret, stores it before it sends its hash, and pins the accepted commitment", async () => {
  const { state, sent } = await openRoom({ ok: true });
  assert.deepEqual([state, sent], ["stands", [ownCommitment()]]);
  assert.deepEqual(loadGame("g1").pins, { commitments: [sent[0], null] });
});

test("a lost answer changes nothing: the same commitment is resent, or found on the server", async () => {
  const first = await openRoom({ ok: false, error: "no_line" });
  assert.deepEqual([first.state, loadGame("g1").pins], ["failed", undefined]);
  const second = await openRoom({ ok: true });
  assert.deepEqual([second.state, second.sent], ["stands", first.sent]);
  const third = await openRoom(null, first.sent[0]);
  assert.deepEqual([third.state, third.sent], ["stands", []]);
});

test("a browser without storage does not commit to a secret that it would lose", async () => {
  localStorage.setItem = () => {
    throw new Error("QuotaExceededError");
  };
  assert.deepEqual(await openRoom({ ok: true }), { state: "unkept", sent: [] });
});

test("a browser without space for the pin does not tell its player that they may leave", async () => {
  const { setItem } = localStorage;
  let writes = 0;
  localStorage.setItem = (key, text) => {
    if (++writes > 1) throw new Error("QuotaExceededError");
    setItem(key, text);
  };
  assert.equal((await openRoom({ ok: true })).state, "unkept");
});

test("a second device draws nothing, and a late one does not take its own commitment for the seat's", async () => {
  assert.deepEqual(await openRoom(null, OTHER), { state: "elsewhere", sent: [] });
  assert.equal(loadGame("g1").secret, undefined);
  assert.equal((await openRoom({ ok: false, error: "committed" })).state, "elsewhere");
  assert.equal(loadGame("g1").elsewhere, true);
});

test("a server that accepted ours before and shows another now is not believed", async () => {
  await openRoom({ ok: true });
  const { secret, pins } = loadGame("g1");
  assert.equal((await openRoom(null, OTHER)).state, "elsewhere");
  assert.deepEqual(loadGame("g1"), { secret, pins, ahead: true }, "the table page will find it out");
});

test("two tabs commit to one secret", async () => {
  saveGame("g1", { secret: "5".repeat(64) });
  assert.deepEqual((await openRoom({ ok: true })).sent, [hex(seatCommitment("g1", 0, unhex("5".repeat(64))))]);
});
