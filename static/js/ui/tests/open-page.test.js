import assert from "node:assert/strict";
import { test } from "node:test";

const browser = new EventTarget();
globalThis.addEventListener = browser.addEventListener.bind(browser);
const requested = [];
globalThis.location = { assign: (path) => requested.push(path) };
const { openPage } = await import("../open-page.js");

test("a page that an answer and a frame both name is requested once", () => {
  openPage("/table/a");
  openPage("/table/a");
  assert.deepEqual(requested.splice(0), ["/table/a"]);
  openPage("/table/b");
  assert.deepEqual(requested.splice(0), ["/table/b"]);
});

test("after going back the page can be opened again", () => {
  openPage("/table/c");
  browser.dispatchEvent(new Event("pageshow"));
  openPage("/table/c");
  assert.deepEqual(requested.splice(0), ["/table/c", "/table/c"]);
});
