import assert from "node:assert/strict";
import { test } from "node:test";

import { buildFrame, ticks } from "../plot-frame.js";

test("ticks are round numbers within the axis, limited by the space", () => {
  assert.deepEqual(ticks(0, 3000, 6), [0, 500, 1000, 1500, 2000, 2500, 3000]);
  assert.deepEqual(ticks(0.5, 51.5, 6), [10, 20, 30, 40, 50]);
  assert.deepEqual(ticks(0, 1, 4), [0, 0.5, 1]);
  assert.deepEqual(ticks(0, 0.4, 5), [0, 0.1, 0.2, 0.3, 0.4]);
  assert.deepEqual(ticks(7, 7, 4), [7]);
});

test("converting a pixel to a value and back gives the pixel", () => {
  const at = buildFrame(
    {
      width: 360,
      height: 230,
      x: { from: 0, to: 3000, label: "deck" },
      y: { from: 0, to: 51, label: "place" },
      says: "",
    },
  );
  for (const deck of [0, 1, 1499, 3000]) assert.ok(Math.abs(at.xAt(at.x(deck)) - deck) < 0.1);
  assert.ok(Math.abs(at.yAt(at.y(13)) - 13) < 0.01);
  assert.ok(at.y(51) < at.y(0), "up is more");
});
