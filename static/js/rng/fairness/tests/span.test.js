import assert from "node:assert/strict";
import { test } from "node:test";

import { clampSpan, fullSpan, LEAST, moveSpan, spanIncluding, zoomSpan } from "../span.js";

test("zooming keeps the deck under the pointer in place", () => {
  assert.deepEqual(zoomSpan(fullSpan(3000), 2, 1500, 3000), { from: 750, to: 2250 });
  assert.deepEqual(zoomSpan(fullSpan(3000), 2, 0, 3000), { from: 0, to: 1500 });
  assert.deepEqual(zoomSpan({ from: 750, to: 2250 }, 0.5, 1500, 3000), fullSpan(3000));
});

test("a span stays within the decks, and has at least a few", () => {
  assert.deepEqual(moveSpan({ from: 0, to: 100 }, -50, 3000), { from: 0, to: 100 });
  assert.deepEqual(moveSpan({ from: 2900, to: 3000 }, 50, 3000), { from: 2900, to: 3000 });
  const { from, to } = zoomSpan({ from: 100, to: 112 }, 4, 106, 3000);
  assert.equal(to - from, LEAST);
  assert.deepEqual(clampSpan(0, 10, 3), { from: 0, to: 3 });
});

test("the window follows a deck that is moved out of it", () => {
  assert.deepEqual(spanIncluding({ from: 10, to: 20 }, 20, 100), { from: 11, to: 21 });
  assert.deepEqual(spanIncluding({ from: 10, to: 20 }, 5, 100), { from: 5, to: 15 });
  assert.deepEqual(spanIncluding({ from: 10, to: 20 }, 15, 100), { from: 10, to: 20 });
});
