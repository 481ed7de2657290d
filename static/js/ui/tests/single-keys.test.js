import assert from "node:assert/strict";
import test from "node:test";

import { isSingleKeyDisabled } from "../single-keys.js";

const unwanted = (keys, ...pressed) => {
  globalThis.document = { documentElement: { dataset: { keys } } };
  return pressed.filter((key) => isSingleKeyDisabled({ key }));
};

test("letters and digits are shortcuts unless turned off", () => {
  assert.deepEqual(unwanted("on", "g", "1", "Enter"), []);
  assert.deepEqual(unwanted("off", "g", "1", " ", "Enter", "ArrowLeft", "Backspace"), ["g", "1", " "]);
});
