import assert from "node:assert/strict";
import { test } from "node:test";

import { shownName } from "../shown-name.js";

test("an account is shown by its name", () => {
  assert.equal(shownName({ name: "Ann", nickname: null }), "Ann");
});

test("a guest is marked, by the nickname", () => {
  assert.equal(shownName({ name: "Guest-1", nickname: "Ann" }), "Ann (guest)");
});

test("a bot that plays by the API is marked", () => {
  assert.equal(shownName({ name: "Deep", program: true }), "Deep (bot)");
});
