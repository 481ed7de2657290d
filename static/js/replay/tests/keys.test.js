import assert from "node:assert/strict";
import { test } from "node:test";
import { lookAt } from "../controls.js";
import { meaning } from "../keys.js";
import { stands } from "../review-request.js";

const on = (...kinds) => ({ matches: (wanted) => kinds.some((kind) => wanted.split(", ").includes(kind)) });

test("arrows go by moves and deals, from wherever the focus is", () => {
  assert.equal(meaning("ArrowRight", on("button")), "on");
  assert.equal(meaning("PageDown", on("a")), "dealOn");
  assert.equal(meaning("N", on()), "nextFault");
});

test("space plays, but presses the button that has the focus", () => {
  assert.equal(meaning(" ", on()), "play");
  assert.equal(meaning(" ", on("button")), null);
});

test("what is typed into a field means nothing else", () => {
  assert.equal(meaning("n", on("textarea")), null);
});

test("a hand in the show is looked at longer than a card", () => {
  assert.ok(lookAt({ events: [{ e: "counted" }] }) > lookAt({ events: [{ e: "played" }] }));
});

test("a review is offered, waited for, and shown", () => {
  const answer = (body, ok = true) => ({ ok, body });
  assert.equal(stands(answer({ state: "none" }), false).asks, true);
  const waiting = { state: "waiting", deals: 9, deals_done: 2 };
  assert.deepEqual(stands(answer(waiting), true), { says: "Judging deal 3 of 9…", asks: false, waits: true });
  assert.deepEqual(stands(answer({ state: "done" }), true), { says: "", asks: false, waits: false });
});

test("one that is under way for others can be asked for too", () => {
  const { asks, waits } = stands({ ok: true, body: { state: "waiting", deals: 9, deals_done: 0 } }, false);
  assert.deepEqual([asks, waits], [true, true]);
});

test("who is in a rated game is told so, and not asked again", () => {
  const refused = (error) => stands({ ok: false, body: { error, says: "You are in a rated game." } }, false);
  assert.deepEqual(refused("rated_game"), { says: "You are in a rated game.", asks: false, waits: false });
  assert.equal(refused("no_line").asks, true);
});
