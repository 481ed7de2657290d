import assert from "node:assert/strict";
import { test } from "node:test";
import { currentVacations } from "../vacation-signs.js";

test("a vacation is shown until it is over, and only in games with a clock", () => {
  const clocks = { away_until: [2_000, null] };
  assert.deepEqual(currentVacations(clocks, 1_999), [2_000, null]);
  assert.deepEqual(currentVacations(clocks, 2_000), [null, null]);
  assert.deepEqual(
    [currentVacations(null, 0), currentVacations({}, 0)],
    [[null, null], [null, null]],
    "an older server says nothing of it",
  );
});
