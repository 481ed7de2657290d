import assert from "node:assert/strict";
import { test } from "node:test";
import { ago } from "../ago.js";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 21, 12);

test("times are described in steps that grow", () => {
  const told = [
    0,
    0.9,
    1,
    59,
    60,
    23 * 60,
    24 * 60,
    47 * 60,
    48 * 60,
  ].map((minutes) => ago(NOW - minutes * MINUTE, NOW));
  assert.deepEqual(
    told,
    ["just now", "just now", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "yesterday", "yesterday", "2 days ago"],
  );
});

test("a distant time has a date", () => {
  assert.match(ago(NOW - 30 * 24 * 60 * MINUTE, NOW), /Oct.*2026/);
});

test("a clock that is behind does not show the future", () => {
  assert.equal(ago(NOW + MINUTE, NOW), "just now");
});
