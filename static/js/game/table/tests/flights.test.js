import assert from "node:assert/strict";
import { test } from "node:test";
import { dealOrder } from "../flights.js";

test("cards are dealt every other one, pone's first", () => {
  const six = [0, 1, 2, 3, 4, 5];
  const order = [...six.map((n) => [dealOrder(n, false), "pone"]), ...six.map((n) => [dealOrder(n, true), "dealer"])];
  order.sort(([a], [b]) => a - b);
  assert.deepEqual(order.map(([when]) => when), [...Array(12).keys()]);
  assert.deepEqual(order.map(([, who]) => who), six.flatMap(() => ["pone", "dealer"]));
});
