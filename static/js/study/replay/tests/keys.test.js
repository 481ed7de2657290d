import assert from "node:assert/strict";
import { test } from "node:test";
import { stopDuration } from "../controls.js";
import { actionForKey } from "../keys.js";
import { reviewStatus } from "../../review/review-request.js";

const on = (...kinds) => ({ matches: (wanted) => kinds.some((kind) => wanted.split(", ").includes(kind)) });

test("arrows go by moves and deals, from wherever the focus is", () => {
  assert.equal(actionForKey("ArrowRight", on("button")), "on");
  assert.equal(actionForKey("PageDown", on("a")), "dealOn");
  assert.equal(actionForKey("N", on()), "nextFault");
});

test("space plays, but presses the button that has the focus", () => {
  assert.equal(actionForKey(" ", on()), "play");
  assert.equal(actionForKey(" ", on("button")), null);
});

test("what is typed into a field means nothing else", () => {
  assert.equal(actionForKey("n", on("textarea")), null);
});

test("a hand in the show is looked at longer than a card", () => {
  assert.ok(stopDuration({ events: [{ e: "counted" }] }) > stopDuration({ events: [{ e: "played" }] }));
});

test("a review is offered, waited for, and shown", () => {
  const answer = (body, ok = true) => ({ ok, body });
  assert.equal(reviewStatus(answer({ state: "none" }), false).asks, true);
  const waiting = { state: "waiting", deals: 9, deals_done: 2 };
  assert.deepEqual(reviewStatus(answer(waiting), true), { says: "Reviewing deal 3 of 9…", asks: false, waits: true });
  assert.deepEqual(reviewStatus(answer({ state: "done" }), true), { says: "", asks: false, waits: false });
});

test("one that failed is offered again as long as it may be", () => {
  const failed = (again) => reviewStatus({ ok: true, body: { state: "failed", again } }, true);
  assert.deepEqual([failed(true).asks, failed(true).waits], [true, false]);
  assert.deepEqual([failed(false).asks, failed(false).waits], [false, false]);
  assert.notEqual(failed(true).says, failed(false).says);
});

test("one that is under way for others can be asked for too", () => {
  const { asks, waits } = reviewStatus({ ok: true, body: { state: "waiting", deals: 9, deals_done: 0 } }, false);
  assert.deepEqual([asks, waits], [true, true]);
});

test("who is in a rated game is told so, and not asked again", () => {
  const refused = (error) => reviewStatus({ ok: false, body: { error, says: "You are in a rated game." } }, false);
  assert.deepEqual(refused("rated_game"), { says: "You are in a rated game.", asks: false, waits: false });
  assert.equal(refused("no_line").asks, true);
});
