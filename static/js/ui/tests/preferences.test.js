import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.document = { cookie: "", documentElement: { dataset: {} } };

const { savePreference } = await import("../preferences.js");

const asked = [];
let answers = [];

beforeEach(() => {
  asked.length = 0;
  answers = [];
  globalThis.fetch = (path, how) => {
    asked.push({ path, body: JSON.parse(how.body), keepalive: how.keepalive ?? false });
    return new Promise((resolve) => {
      answers.push((status = 200) => resolve(new Response('{"says": "No."}', { status })));
    });
  };
});

const settle = () => new Promise((resolve) => setTimeout(resolve));

test("a choice applies at once and is saved", async () => {
  const saved = savePreference("theme", "dark");
  assert.equal(document.documentElement.dataset.theme, "dark");
  answers[0]();
  assert.equal((await saved).ok, true);
  assert.deepEqual(asked, [{ path: "/api/me/look", body: { theme: "dark" }, keepalive: true }]);
});

test("a choice made meanwhile goes in the next request, and only then counts as saved", async () => {
  const first = savePreference("theme", "light");
  const done = [];
  first.then(() => done.push("theme"));
  savePreference("suits", "four");
  savePreference("sound", "off");
  answers[0]();
  await settle();
  assert.deepEqual(done, []);
  assert.deepEqual(asked.map(({ body }) => body), [{ theme: "light" }, { suits: "four", sound: "off" }]);
  answers[1]();
  await settle();
  assert.deepEqual(done, ["theme"]);
});

test("if one of them is refused, that is the answer", async () => {
  const saved = savePreference("theme", "dark");
  savePreference("sound", "on");
  answers[0](400);
  await settle();
  answers[1]();
  assert.deepEqual([(await saved).status, (await saved).body.says], [400, "No."]);
});

test("a pending request arrives even if the page is left", async () => {
  savePreference("theme", "dark");
  page.dispatchEvent(new Event("pagehide"));
  answers[0]();
  await settle();
  assert.deepEqual(asked.map(({ keepalive }) => keepalive), [true]);
});

test("a choice counts even if the page is left at once", async () => {
  savePreference("theme", "dark");
  savePreference("sound", "off");
  page.dispatchEvent(new Event("pagehide"));
  assert.deepEqual(asked[1], { path: "/api/me/look", body: { theme: "dark", sound: "off" }, keepalive: true });
  answers[0]();
  answers[1]();
  await settle();
  assert.equal(asked.length, 2);
});
