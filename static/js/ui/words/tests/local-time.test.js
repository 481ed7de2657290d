import assert from "node:assert/strict";
import { test } from "node:test";
import { describeMoment } from "../local-time.js";

const at = (day, hour) => new Date(2026, 11, day, hour).getTime();

test("a time is described in common words", () => {
  assert.match(describeMoment(at(4, 20), at(4, 9)), /^today /);
  assert.match(describeMoment(at(5, 1), at(4, 23)), /^tomorrow /);
  assert.match(describeMoment(at(11, 20), at(4, 9)), /Dec.*, /);
});
