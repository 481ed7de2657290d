import assert from "node:assert/strict";
import { test } from "node:test";
import { post } from "../api.js";
import { readCookie } from "../cookies.js";

globalThis.document = { cookie: "a=1; csrftoken=t%20k; xcsrftoken=no" };

test("a cookie is found by its whole name", () => {
  assert.equal(readCookie("csrftoken"), "t k");
  assert.equal(readCookie("token"), "");
  assert.equal(readCookie("csrftoken", ""), "");
});

test("a call sends its token and its body, and returns the answer", async () => {
  let asked;
  globalThis.fetch = async (path, how) => {
    asked = { path, ...how };
    return new Response('{"game": "k3"}', { status: 201 });
  };
  assert.deepEqual(await post("/api/games", { against: "novice" }), { ok: true, status: 201, body: { game: "k3" } });
  assert.equal(asked.path, "/api/games");
  assert.equal(asked.headers["X-CSRFToken"], "t k");
  assert.equal(asked.body, '{"against":"novice"}');
});

test("a refusal, a malformed answer and a lost connection are answers with a sentence", async () => {
  globalThis.fetch = async () => new Response('{"error": "gone", "says": "Too late."}', { status: 409 });
  assert.deepEqual(await post("/x"), { ok: false, status: 409, body: { error: "gone", says: "Too late." } });
  globalThis.fetch = async () => new Response("<html>", { status: 502 });
  assert.match((await post("/x")).body.says, /try again/);
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  assert.deepEqual([(await post("/x")).status, (await post("/x")).body.error], [0, "no_line"]);
});
