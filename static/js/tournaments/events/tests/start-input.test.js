import assert from "node:assert/strict";
import { test } from "node:test";
import { inputOf, offsetOf } from "../start-input.js";

test("what a field holds and how far that is from UTC make the moment again", () => {
  const moment = new Date(Date.UTC(2026, 11, 4, 20, 5));
  const typed = inputOf(moment);
  assert.match(typed, /^2026-12-0\dT\d\d:05$/);
  assert.equal(Date.parse(`${typed}Z`) - offsetOf(typed) * 60_000, moment.getTime());
});

test("an empty field is no time off", () => {
  assert.equal(offsetOf(""), 0);
});
