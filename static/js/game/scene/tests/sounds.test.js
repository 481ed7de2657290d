import assert from "node:assert/strict";
import { test } from "node:test";
import { SOUNDS } from "../sound-notes.js";
import { soundOf } from "../sounds.js";

test("sounds are short and soft", () => {
  for (const [name, notes] of Object.entries(SOUNDS)) {
    const ends = Math.max(...notes.map(({ at = 0, for: length }) => at + length));
    const loud = Math.max(...notes.map((note) => note.loud));
    assert.ok(ends > 0 && ends <= 1 && loud > 0 && loud <= 0.4, name);
  }
});

test("the scoring side has its own sound, and so have a win and a loss", () => {
  const heard = (event) => [0, 1, null].map((you) => soundOf(event, you));
  assert.deepEqual(heard({ e: "pegged", seat: 0 }), ["score", "peg", "peg"]);
  assert.deepEqual(heard({ e: "over", winner: 1 }), ["lose", "win", null]);
  assert.deepEqual(heard({ e: "over", winner: null }), [null, null, null]);
});

test("every event has a sound of the table, or none", () => {
  const names = ["cut_for_deal", "dealt", "thrown", "starter", "played", "go"].map((e) => soundOf({ e }, 0));
  assert.ok(names.every((name) => name in SOUNDS));
  assert.deepEqual(["counted", "new_count", "unheard of"].map((e) => soundOf({ e }, 0)), [null, null, null]);
});
