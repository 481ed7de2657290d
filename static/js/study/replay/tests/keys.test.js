import assert from "node:assert/strict";
import { test } from "node:test";
import { stopDuration } from "../controls.js";
import { actionForKey } from "../keys.js";
import { reviewStatus } from "../../review/review-request.js";

const on = (...kinds) => ({ matches: (wanted) => kinds.some((kind) => wanted.split(", ").includes(kind)) });

test("arrows go by moves and deals, with the focus anywhere", () => {
  assert.equal(actionForKey("ArrowRight", on("button")), "on");
  assert.equal(actionForKey("PageDown", on("a")), "dealOn");
  assert.equal(actionForKey("N", on()), "nextFault");
});

test("space starts the playback, but presses a focused button", () => {
  assert.equal(actionForKey(" ", on()), "play");
  assert.equal(actionForKey(" ", on("button")), null);
});

test("typing into a field triggers nothing", () => {
  assert.equal(actionForKey("n", on("textarea")), null);
});

test("a hand in the show is shown longer than a card", () => {
  assert.ok(stopDuration({ events: [{ e: "counted" }] }) > stopDuration({ events: [{ e: "played" }] }));
});

test("a review is offered, waited for, and shown", () => {
  const answer = (body, ok = true) => ({ ok, body });
  assert.equal(reviewStatus(answer({ state: "none" }), false).asks, true);
  const waiting = { state: "waiting", deals: 9, deals_done: 2 };
  assert.deepEqual(reviewStatus(answer(waiting), true), { says: "Reviewing deal 3 of 9…", asks: false, waits: true });
  assert.deepEqual(reviewStatus(answer({ state: "done" }), true), { says: "", asks: false, waits: false });
});

test("a failed review is offered again as long as that is allowed", () => {
  const failed = (again) => reviewStatus({ ok: true, body: { state: "failed", again } }, true);
  assert.deepEqual([failed(true).asks, failed(true).waits], [true, false]);
  assert.deepEqual([failed(false).asks, failed(false).waits], [false, false]);
  assert.notEqual(failed(true).says, failed(false).says);
});

test("a review in progress for others can be requested too", () => {
  const { asks, waits } = reviewStatus({ ok: true, body: { state: "waiting", deals: 9, deals_done: 0 } }, false);
  assert.deepEqual([asks, waits], [true, true]);
});

test("a player in a rated game is informed, and not asked again", () => {
  const refused = (error) => reviewStatus({ ok: false, body: { error, says: "You are in a rated game." } }, false);
  assert.deepEqual(refused("rated_game"), { says: "You are in a rated game.", asks: false, waits: false });
  assert.equal(refused("no_line").asks, true);
});
