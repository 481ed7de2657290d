import assert from "node:assert/strict";
import { test } from "node:test";
import { alertLevel, countdown, formatClock, formatWait, msToNextText, remaining, timeWarning } from "../clock.js";

const clocks = (change = {}) => (
  { kind: "quick", left: [120_000, 60_000], running: [0], starts_in_ms: 0, call_ms: null, ...change }
);

test("only the running clock loses time", () => {
  assert.deepEqual(remaining(clocks(), 1000, 6000), [115_000, 60_000]);
  assert.deepEqual(remaining(clocks({ running: [0, 1] }), 1000, 6000), [115_000, 55_000]);
  assert.deepEqual(remaining(clocks({ running: [] }), 1000, 6000), [120_000, 60_000]);
});

test("no time is charged while the player looks at the show", () => {
  assert.deepEqual(remaining(clocks({ starts_in_ms: 11_000 }), 0, 10_000), [120_000, 60_000]);
  assert.deepEqual(remaining(clocks({ starts_in_ms: 11_000 }), 0, 12_000), [119_000, 60_000]);
});

test("while muggins may be called no bank is charged", () => {
  assert.deepEqual(remaining(clocks({ call_ms: 10_000 }), 0, 5_000), [120_000, 60_000]);
});

test("a clock never goes below zero", () => {
  assert.deepEqual(remaining(clocks(), 0, 999_000), [0, 60_000]);
  assert.equal(countdown(5000, 0, 9000), 0);
});

test("without a bank there is no time to show", () => {
  assert.equal(remaining(null, 0, 1), null);
  assert.equal(remaining(clocks({ kind: "none", left: null }), 0, 1), null);
  assert.equal(countdown(null, 0, 9000), null);
});

const TEXTS = [
  [300_000, "quick", "5:00"], [299_999, "quick", "4:59"], [60_000, "quick", "1:00"], [10_000, "quick", "0:10"],
  [9_999, "quick", "0:09.9"], [9_300, "standard", "0:09.3"], [0, "quick", "0:00.0"],
  [86_399_999, "relaxed", "23 h 59 min"], [86_400_000, "relaxed", "24 h 0 min"], [3_599_000, "relaxed", "59 min"],
  [59_000, "relaxed", "0:59"], [4_200, "relaxed", "0:04.2"],
];
for (const [ms, kind, text] of TEXTS) {
  test(`${ms} ms of a ${kind} clock read ${text}`, () => assert.equal(formatClock(ms, kind), text));
}

test("a text is drawn again just when it changes", () => {
  for (const [ms, kind] of [
    [299_500, "quick"], [10_000, "quick"], [9_950, "quick"], [7_200_001, "relaxed"], [30_000, "relaxed"],
  ]) {
    const wait = msToNextText(ms, kind);
    assert.notEqual(formatClock(ms - wait, kind), formatClock(ms, kind));
    assert.equal(formatClock(ms - wait + 1, kind), formatClock(ms, kind));
  }
});

test("a wait is rounded up, so that it ends at zero", () => {
  assert.deepEqual([60_000, 41_001, 1, 0].map(formatWait), ["1:00", "0:42", "0:01", "0:00"]);
});

test("a low clock has an alert level", () => {
  assert.deepEqual([31_000, 29_999, 9_999].map((ms) => alertLevel(ms)), ["", "low", "last"]);
  assert.equal(alertLevel(59 * 60_000, "relaxed"), "low");
});

test("a screen reader announces thirty seconds and ten, not every second", () => {
  assert.equal(timeWarning(30_400, 29_900), "Thirty seconds left on your clock.");
  assert.equal(timeWarning(10_050, 9_990), "Ten seconds left on your clock.");
  assert.equal(timeWarning(29_900, 28_900), null);
  assert.equal(timeWarning(40_000, 5_000), "Ten seconds left on your clock.");
});
