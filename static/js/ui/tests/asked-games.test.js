// How a browser came to a game: what its player asked for is remembered, and nothing else is.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { eventOf, forgetForm, noteAnswer, noteAsked, noteForm, rematchAsked, wayTo } from "../asked-games.js";

const SITE = "https://cards.example";

beforeEach(() => {
  for (const name of ["localStorage", "sessionStorage"]) {
    const kept = {};
    globalThis[name] = {
      getItem: (key) => kept[key] ?? null,
      setItem: (key, text) => { kept[key] = text; },
      removeItem: (key) => { delete kept[key]; },
    };
  }
});

test("a game that a call asked for is known in every tab, however its table is opened", () => {
  for (const [n, path] of ["/api/games", "/api/join/x1", "/api/seeks/s1/accept", "/api/games/g0/rematch"].entries()) {
    noteAnswer(path, { game: `g${n}`, waiting: false });
    assert.equal(wayTo(`g${n}`, ""), "asked");
  }
});

test("a rematch is told from a new game, and from what may be either", () => {
  const calls = {
    "/api/games": null, "/api/join/x1": null, "/api/seeks/s1/accept": undefined, "/api/games/g0/rematch": "g0",
  };
  for (const [path, rematchOf] of Object.entries(calls)) {
    noteAnswer(path, { game: "g1", waiting: true });
    assert.equal(rematchAsked("g1", "asked"), rematchOf, path);
    localStorage.setItem("every-other.asked", "[]");
  }
  noteAnswer("/api/games/g0/rematch", { game: "g1", waiting: true });
  noteAsked("g1"); // the server says that the rematch is on
  assert.equal(rematchAsked("g1", "asked"), "g0");
  assert.equal(rematchAsked("g2", "asked"), null); // by a form
  assert.equal(rematchAsked("g2", null), undefined);
});

test("what an earlier page kept is read", () => {
  localStorage.setItem("every-other.asked", JSON.stringify(["g1"]));
  assert.deepEqual([wayTo("g1", ""), rematchAsked("g1", "asked")], ["asked", undefined]);
});

test("a page knows the event that it was opened from", () => {
  assert.equal(eventOf(`${SITE}/events/e1`), "e1");
  for (const from of ["", `${SITE}/`, `${SITE}/events`, `${SITE}/events/e1/boards`]) assert.equal(eventOf(from), null);
});

test("other calls lead to no table", () => {
  noteAnswer("/api/daily/play", { game: "g1" });
  noteAnswer("/api/games/g1/doubts", { game: "g1" });
  noteAnswer("/api/games", null);
  assert.equal(wayTo("g1", ""), null);
});

for (const [action, way] of [
  ["/play", "asked"],
  ["/join/x1", "asked"],
  ["/daily/play", "daily"],
  ["/cards/x1/play", "invitation"],
  ["/events/e1/join", null],
]) {
  test(`a form for ${action} leads to a table by way of ${way}, once`, () => {
    noteForm(action, "/from");
    assert.equal(wayTo("g1", `${SITE}/from`), way);
    assert.equal(wayTo("g1", `${SITE}/from`), null);
  });
}

test("a form that led elsewhere, or long ago, says nothing of a table", () => {
  noteForm("/play", "/");
  assert.equal(wayTo("g1", `${SITE}/notices`), null);
  noteForm("/play", "/");
  forgetForm();
  assert.equal(wayTo("g1", `${SITE}/`), null);
  noteForm("/play", "/", 0);
  assert.equal(wayTo("g1", `${SITE}/`, 61_000), null);
  noteForm("/play", "/");
  noteForm("/settings", "/settings");
  assert.equal(wayTo("g1", `${SITE}/`), null);
});

test("without storage nothing is known", () => {
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, {
    configurable: true, get() { throw new Error("denied"); },
  });
  noteAnswer("/api/games", { game: "g1" });
  noteForm("/play", "/");
  assert.equal(wayTo("g1", `${SITE}/`), null);
  for (const name of ["localStorage", "sessionStorage"]) delete globalThis[name];
});
