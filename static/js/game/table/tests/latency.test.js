import assert from "node:assert/strict";
import { test } from "node:test";
import { signalBars } from "../latency.js";

test("a fast connection has three bars, a slow one a single bar", () => {
  assert.deepEqual([20, 149, 150, 399, 400, 9_000].map(signalBars), [3, 3, 2, 2, 1, 1]);
});
