import assert from "node:assert/strict";
import { test } from "node:test";
import { describeHeadStart } from "../head-start.js";

const WHO = { you: 0, names: ["Bert", "Ada"] };

test("who starts ahead is told from where one sits", () => {
  assert.equal(describeHeadStart([9, 0], WHO), "You start 9 holes ahead.");
  assert.equal(describeHeadStart([0, 1], WHO), "Ada starts 1 hole ahead.");
  assert.equal(describeHeadStart([9, 0], { ...WHO, you: null }), "Bert starts 9 holes ahead.");
});

test("of an even start nothing is told", () => {
  assert.equal(describeHeadStart([0, 0], WHO), "");
  assert.equal(describeHeadStart(undefined, WHO), "");
});
