import assert from "node:assert/strict";
import { test } from "node:test";
import { hole, sizeOf } from "../track.js";

for (const target of [61, 121]) {
  test(`a board to ${target} has every hole inside it and none twice`, () => {
    const { width, height } = sizeOf(target);
    const seen = new Set();
    for (const lane of [0, 1]) {
      for (let n = -1; n < target; n += 1) {
        const { x, y } = hole(n, lane, target);
        assert.ok(x > 4 && x < width - 4 && y > 4 && y < height - 4, `hole ${n} at ${x}, ${y}`);
        seen.add(`${x} ${y}`);
      }
    }
    assert.equal(seen.size, 2 * (target + 1));
  });
}

test("the last hole is one for both", () => {
  assert.deepEqual(hole(121, 0, 121), hole(121, 1, 121));
});

test("the lane that is outside in one turn is inside in the next", () => {
  assert.ok(hole(1, 0, 121).y < hole(1, 1, 121).y);
  assert.ok(hole(41, 0, 121).y > hole(41, 1, 121).y);
  assert.ok(hole(81, 0, 121).y < hole(81, 1, 121).y);
});
