import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { openPage } from "../open-page.js";

const requested = [];
globalThis.location = { assign: (path) => requested.push(path) };
mock.timers.enable({ apis: ["Date"] });

test("a page that an answer and a frame both name is requested once", () => {
  openPage("/table/a");
  openPage("/table/a");
  openPage("/table/b");
  assert.deepEqual(requested.splice(0), ["/table/a", "/table/b"]);
});

test("a page whose loading was stopped can be opened again", () => {
  openPage("/table/c");
  mock.timers.tick(3_000);
  openPage("/table/c");
  assert.deepEqual(requested.splice(0), ["/table/c", "/table/c"]);
});
