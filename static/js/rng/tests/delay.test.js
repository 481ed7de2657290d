// The delay of shared decks, against values of Python's own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hex } from "../bytes.js";
import { advance, SEGMENTS, WHOLE, wrongSegments } from "../delay.js";

const START = Uint8Array.from({ length: 32 }, (_, n) => n);
// Also in game/shared_decks/tests/test_delay.py.
const AFTER_ONE_STEP = "903a26d7eff99ed60da58396701165daad323b4956d205332b0ace0d4f5e9c1f";

/** The values after all segments, of one step each. */
async function valuesFrom(start) {
  const values = [];
  let value = start;
  while (values.length < SEGMENTS) values.push(value = await advance(value, 1));
  return values;
}

test("a step is one hash of a whole MiB that begins with the value before", async () => {
  assert.equal(hex(await advance(START, 1)), AFTER_ONE_STEP);
  assert.deepEqual(await advance(await advance(START, 1), 2), await advance(START, 3));
});

test("each segment can be computed by itself", async () => {
  const values = await valuesFrom(START);
  assert.deepEqual(await wrongSegments({ start: START, steps: 1, values }), []);
  assert.deepEqual(await wrongSegments({ start: START, steps: 1, values }, [64, 3]), []);
  assert.deepEqual(await wrongSegments({ start: START, steps: 2, values }, [7]), [7]);
});

test("a changed value makes two segments wrong, and a chosen end one", async () => {
  const values = await valuesFrom(START);
  const changed = values.with(9, START);
  assert.deepEqual(await wrongSegments({ start: START, steps: 1, values: changed }), [10, 11]);
  const chosen = values.with(63, START);
  const told = [];
  assert.deepEqual(
    await wrongSegments({ start: START, steps: 1, values: chosen }, WHOLE, (computed) => told.push(computed)),
    [64],
  );
  assert.deepEqual(told, WHOLE);
});
