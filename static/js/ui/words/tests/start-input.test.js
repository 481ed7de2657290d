import assert from "node:assert/strict";
import { test } from "node:test";
import { inputOf, nextEvening, offsetOf } from "../start-input.js";

test("a field's value and its offset from UTC give the time again", () => {
  const moment = new Date(Date.UTC(2026, 11, 4, 20, 5));
  const typed = inputOf(moment);
  assert.match(typed, /^2026-12-0\dT\d\d:05$/);
  assert.equal(Date.parse(`${typed}Z`) - offsetOf(typed) * 60_000, moment.getTime());
});

test("an empty field has no offset", () => {
  assert.equal(offsetOf(""), 0);
});

test("the next evening is today's until seven, then tomorrow's", () => {
  assert.equal(inputOf(nextEvening(new Date(2026, 10, 30, 19, 0))), "2026-11-30T20:00");
  assert.equal(inputOf(nextEvening(new Date(2026, 10, 30, 19, 1))), "2026-12-01T20:00");
});
