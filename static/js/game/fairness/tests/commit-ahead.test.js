// What the room of a link does with its part of the shuffle: it draws once, keeps, and pins what the server has taken.

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

/** Opens the room with a server that answers so; what came of it, and what was sent. */
async function openRoom(answer, standing = null) {
  const sent = [];
  const send = async (c) => {
    sent.push(c);
    return answer;
  };
  return { state: await commitAhead("g1", { standing, takeWords: () => "my words", send }), sent };
}

const ownCommitment = () => hex(seatCommitment("g1", 0, unhex(loadGame("g1").secret)));

test("the room draws a secret, keeps it before it sends its hash, and pins what the server took", async () => {
  const { state, sent } = await openRoom({ ok: true });
  assert.deepEqual([state, sent], ["stands", [ownCommitment()]]);
  assert.deepEqual(loadGame("g1").pins, { commitments: [sent[0], null] });
});

test("an answer that is lost changes nothing: the same commitment goes again, or is found standing", async () => {
  const first = await openRoom({ ok: false, error: "no_line" });
  assert.deepEqual([first.state, loadGame("g1").pins], ["failed", undefined]);
  const second = await openRoom({ ok: true });
  assert.deepEqual([second.state, second.sent], ["stands", first.sent]);
  const third = await openRoom(null, first.sent[0]);
  assert.deepEqual([third.state, third.sent], ["stands", []]);
});

test("a browser that keeps nothing does not commit to what it would lose", async () => {
  localStorage.setItem = () => {
    throw new Error("QuotaExceededError");
  };
  assert.deepEqual(await openRoom({ ok: true }), { state: "unkept", sent: [] });
});

test("a browser that has no room left for the pin does not promise that its player may leave", async () => {
  const { setItem } = localStorage;
  let writes = 0;
  localStorage.setItem = (key, text) => {
    if (++writes > 1) throw new Error("QuotaExceededError");
    setItem(key, text);
  };
  assert.equal((await openRoom({ ok: true })).state, "unkept");
});

test("a second device draws nothing, and one that came too late does not take its own for the seat's", async () => {
  assert.deepEqual(await openRoom(null, OTHER), { state: "elsewhere", sent: [] });
  assert.equal(loadGame("g1").secret, undefined);
  assert.equal((await openRoom({ ok: false, error: "committed" })).state, "elsewhere");
  assert.equal(loadGame("g1").elsewhere, true);
});

test("a server that took ours before and shows another now is not believed", async () => {
  await openRoom({ ok: true });
  const { secret, pins } = loadGame("g1");
  assert.equal((await openRoom(null, OTHER)).state, "elsewhere");
  assert.deepEqual(loadGame("g1"), { secret, pins, ahead: true }, "the table page will find it out");
});

test("two tabs commit to one secret", async () => {
  saveGame("g1", { secret: "5".repeat(64) });
  assert.deepEqual((await openRoom({ ok: true })).sent, [hex(seatCommitment("g1", 0, unhex("5".repeat(64))))]);
});
