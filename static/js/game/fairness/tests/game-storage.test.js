import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { loadGame, removeOldGames, saveGame } from "../game-storage.js";

/** A browser's storage with room for this many characters. */
class Storage {
  constructor(room = Infinity) {
    Object.defineProperty(this, "room", { value: room });
  }

  getItem(key) {
    return this[key] ?? null;
  }

  setItem(key, text) {
    const others = Object.entries(this).filter(([name]) => name !== key).reduce(
      (sum, [name, kept]) => sum + name.length + kept.length,
      0,
    );
    if (others + key.length + text.length > this.room) throw new Error("QuotaExceededError");
    this[key] = text;
  }

  removeItem(key) {
    delete this[key];
  }
}

beforeEach(() => {
  globalThis.localStorage = new Storage();
});

const games = () => Object.keys(localStorage).map((key) => key.slice("every-other:".length));

test("a secret that is not revealed yet is kept, at however many tables", () => {
  for (let n = 0; n < 200; n++) saveGame(`live${n}`, { secret: "s", at: n });
  removeOldGames("now");
  assert.equal(games().length, 200);
});

test("the newest finished games are kept, with or without revealed secrets", () => {
  for (let n = 0; n < 30; n++) saveGame(`over${n}`, { secret: "s", over: true, at: n });
  removeOldGames("now");
  assert.deepEqual(games(), Array.from({ length: 12 }, (_, n) => `over${n + 18}`));
});

test("a live game is kept longer than a finished one", () => {
  for (let n = 0; n < 30; n++) {
    saveGame(`live${n}`, { secret: "s", revealed: true, at: n });
    saveGame(`over${n}`, { over: true, at: n });
  }
  removeOldGames("now");
  assert.equal(games().filter((name) => name.startsWith("live")).length, 30);
});

test("a record of an earlier version counts as revealed if it has both secrets", () => {
  for (let n = 0; n < 80; n++) saveGame(`old${n}`, { secret: "s", pins: { secrets: ["s", "t"] }, at: n });
  removeOldGames("now");
  assert.equal(games().length, 60);
});

test("old games make room, but never one whose secret is not revealed", () => {
  globalThis.localStorage = new Storage(400);
  saveGame("owes", { secret: "s", at: 0 });
  for (let n = 0; n < 20; n++) assert.equal(saveGame(`over${n}`, { over: true, at: n, filler: "x".repeat(60) }), true);
  assert.deepEqual(loadGame("owes"), { secret: "s", at: 0 });
  assert.ok(games().includes("over19"));
  assert.equal(saveGame("huge", { filler: "x".repeat(500) }), false, "the page is told");
  assert.deepEqual(loadGame("owes"), { secret: "s", at: 0 });
});

test("of two tabs the first draws the secret and the key for both", () => {
  saveGame("g", { secret: "first", seed: "one" });
  const second = { secret: "second", seed: "two" };
  saveGame("g", second);
  assert.deepEqual([second.secret, second.seed], ["first", "one"]);
});

test("evidence of a lie is not removed for its age, but before an unrevealed secret", () => {
  saveGame("alarm", { over: true, alarm: "It lied.", at: 0 });
  saveGame("wrong", { over: true, wrong: { 3: {} }, at: 0 });
  for (let n = 1; n < 30; n++) saveGame(`over${n}`, { over: true, at: n });
  removeOldGames("now");
  assert.deepEqual(games().slice(0, 2), ["alarm", "wrong"]);
  assert.equal(games().length, 14);
  globalThis.localStorage = new Storage(300);
  saveGame("owes", { secret: "s", at: 0 });
  saveGame("alarm", { over: true, alarm: "It lied.", at: 0, filler: "x".repeat(100) });
  assert.equal(saveGame("new", { filler: "x".repeat(150) }), true);
  assert.deepEqual(games(), ["owes", "new"]);
});
