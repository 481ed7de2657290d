import assert from "node:assert/strict";
import { test } from "node:test";
import { LINGER, nextRows } from "../steady-rows.js";

const seek = (id, by = "Ann") => ({ id, by });
const keyOf = (item) => item.id;
const calm = { keyOf, now: 0, inUse: false };
const keys = (rows) => rows.map((row) => row.key + (row.goneAt === null ? "" : "†")).join(" ");
const shown = (...ids) => nextRows([], ids.map((id) => seek(id)), calm);

test("a new row comes at the end, wherever the server lists it", () => {
  assert.equal(keys(nextRows(shown("a", "b"), [seek("c"), seek("b"), seek("a")], calm)), "a b c");
});

test("in the tray, which grows upwards, a new row comes first", () => {
  assert.equal(keys(nextRows(shown("a"), [seek("a"), seek("b"), seek("c")], { ...calm, newestFirst: true })), "c b a");
});

test("a removed row stays in its place for a moment", () => {
  const left = nextRows(shown("a", "b", "c"), [seek("a"), seek("c")], { ...calm, now: 100 });
  assert.equal(keys(left), "a b† c");
  assert.equal(keys(nextRows(left, [seek("a"), seek("c")], { ...calm, now: 99 + LINGER })), "a b† c");
  assert.equal(keys(nextRows(left, [seek("a"), seek("c")], { ...calm, now: 100 + LINGER })), "a c");
});

test("nothing moves in a list that is in use", () => {
  const left = nextRows(shown("a", "b"), [seek("b")], { ...calm, now: 100, inUse: true });
  assert.equal(keys(nextRows(left, [seek("b")], { ...calm, now: 1e6, inUse: true })), "a† b");
  assert.equal(keys(nextRows(left, [seek("b")], { ...calm, now: 1e6 })), "b");
});

test("a row that comes back is in its place, with its new content", () => {
  const left = nextRows(shown("a", "b"), [seek("b")], { ...calm, now: 100 });
  const back = nextRows(left, [seek("b"), seek("a", "Bob")], { ...calm, now: 200 });
  assert.equal(keys(back), "a b");
  assert.equal(back[0].item.by, "Bob");
});
