import assert from "node:assert/strict";
import { test } from "node:test";
import { parseOpponent, parsePoints } from "../calculator-input.js";

test("points are a whole number within bounds", () => {
  assert.deepEqual(["0", " 1700 ", "9999"].map((text) => parsePoints(text).value), [0, 1700, 9999]);
  for (const text of ["", "-1", "10000", "15.5", "1e3", "１５００", "many"]) {
    const { value, fault } = parsePoints(text);
    assert.equal(value, null);
    assert.equal(fault, "Enter points as a whole number from 0 to 9999, such as 1700.");
  }
});

test("an opponent is points or a bot, in any spelling of its name", () => {
  assert.deepEqual(
    ["1500", "novice", " Advanced "].map((text) => parseOpponent(text).value),
    [1500, "novice", "advanced"],
  );
  for (const text of ["", "expert", "toString", "-1"]) {
    const { value, fault } = parseOpponent(text);
    assert.equal(value, null);
    assert.equal(fault, "Enter points from 0 to 9999, or a bot: novice, intermediate or advanced.");
  }
});
