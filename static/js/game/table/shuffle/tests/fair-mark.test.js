import assert from "node:assert/strict";
import { test } from "node:test";
import { markOfGame } from "../fair-mark.js";

const mark = (...marks) => markOfGame({ checks: marks.map((each) => ({ mark: each })), doubt: null });

test("a game has a tick only if every deal so far has one", () => {
  assert.deepEqual([mark(), mark("true"), mark("true", "true")], ["none", "true", "true"]);
  assert.deepEqual([mark("true", "unvouched"), mark("unvouched")], ["unvouched", "unvouched"]);
  assert.deepEqual([mark("true", "false"), mark("unvouched", "false", "true")], ["false", "false"]);
});

test("a game in doubt as a whole has a cross, whatever its deals have", () => {
  for (const checks of [[], [{ mark: "true" }]]) {
    assert.equal(markOfGame({ checks, doubt: { says: "Another tip than before." } }), "false");
  }
});
