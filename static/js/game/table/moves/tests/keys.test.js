import assert from "node:assert/strict";
import { test } from "node:test";
import { actionForKey } from "../keys.js";

const target = (kind = "") => ({ matches: (selector) => kind !== "" && selector.includes(kind) });
const means = (key, offered = [], at = target()) =>
  actionForKey(key, { target: at, isOffered: (what) => offered.includes(what) });

test("a digit selects a card, or types the requested count", () => {
  assert.deepEqual(means("2", ["throw"]), ["card", 1]);
  assert.deepEqual(means("2", ["claim"]), ["digit", "2"]);
  assert.deepEqual(means("0", ["call"]), ["digit", "0"]);
  assert.equal(means("0"), null);
});

test("Enter does what is offered", () => {
  assert.deepEqual(means("Enter", ["continue", "go"]), ["continue"]);
  assert.deepEqual(means("Enter", ["throw"], target("[data-card]")), ["throw"]);
  assert.deepEqual(means("Enter", ["claim"]), ["count"]);
  assert.equal(means("Enter"), null);
  assert.equal(means("Enter", ["continue"], target("button")), null);
});

test("G says go, P passes and H asks for a hint, if offered", () => {
  assert.deepEqual([means("H", ["hint"]), means("h")], [["hint"], null]);
  assert.deepEqual([means("G", ["go"]), means("g")], [["go"], null]);
  assert.deepEqual([means("p", ["call"]), means("p", ["claim"])], [["pass"], null]);
});

test("U and Backspace take a discard back, and Enter sends it", () => {
  const thrown = ["throw-now", "take-back"];
  assert.deepEqual(
    ["u", "Backspace", "Enter"].map((key) => means(key, thrown)),
    [["take-back"], ["take-back"], ["throw-now"]],
  );
  assert.deepEqual(["u", "Backspace"].map((key) => means(key, ["throw"])), [null, null]);
});

test("typing in a field makes no move", () => {
  for (const key of ["g", "1", "Enter", "ArrowLeft"]) assert.equal(means(key, ["go", "throw"], target("input")), null);
});
