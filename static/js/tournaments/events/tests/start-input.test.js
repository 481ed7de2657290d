import assert from "node:assert/strict";
import { test } from "node:test";
import { inputOf, offsetOf } from "../start-input.js";

test("a field's value and its offset from UTC give the time again", () => {
  const moment = new Date(Date.UTC(2026, 11, 4, 20, 5));
  const typed = inputOf(moment);
  assert.match(typed, /^2026-12-0\dT\d\d:05$/);
  assert.equal(Date.parse(`${typed}Z`) - offsetOf(typed) * 60_000, moment.getTime());
});

test("an empty field has no offset", () => {
  assert.equal(offsetOf(""), 0);
});
