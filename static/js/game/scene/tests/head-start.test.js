import assert from "node:assert/strict";
import { test } from "node:test";
import { describeHeadStart } from "../head-start.js";

const WHO = { you: 0, names: ["Bert", "Ada"] };

test("a head start is described from the reader's side", () => {
  assert.equal(describeHeadStart([9, 0], WHO), "You start 9 holes ahead.");
  assert.equal(describeHeadStart([0, 1], WHO), "Ada starts 1 hole ahead.");
  assert.equal(describeHeadStart([9, 0], { ...WHO, you: null }), "Bert starts 9 holes ahead.");
});

test("an even start is not mentioned", () => {
  assert.equal(describeHeadStart([0, 0], WHO), "");
  assert.equal(describeHeadStart(undefined, WHO), "");
});
