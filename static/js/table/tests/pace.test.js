import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "../pace.js";

function table({ held = () => false, pause = () => 0 } = {}) {
  const drawn = [];
  const pace = new Pace({ apply: (step) => drawn.push(step.event), pause, holds: (step) => held(step.event), idle: () => drawn.push("idle") });
  return { pace, drawn };
}
const steps = (...events) => events.map((event) => ({ event }));

test("without pauses all is drawn at once and in order", () => {
  const { pace, drawn } = table();
  pace.push(steps(1, 2, 3));
  assert.deepEqual(drawn, [1, 2, 3, "idle"]);
});

test("a hold waits for the player", () => {
  let looked = false;
  const { pace, drawn } = table({ held: (event) => event === 2 && !looked });
  pace.push(steps(1, 2, 3));
  assert.deepEqual(drawn, [1, "idle"]);
  looked = true;
  pace.resume();
  assert.deepEqual(drawn, [1, "idle", 2, 3, "idle"]);
});

test("a skip passes every hold that is queued", () => {
  const { pace, drawn } = table({ held: () => true });
  pace.push(steps(1, 2, 3));
  pace.resume(true);
  assert.deepEqual(drawn, ["idle", 1, 2, 3, "idle"]);
  pace.push(steps(4));
  assert.deepEqual(drawn.at(-1), "idle");
  assert.equal(pace.busy, true);
});

test("a cleared table forgets what was under way", async () => {
  const { pace, drawn } = table({ pause: () => 5 });
  pace.push(steps(1));
  pace.clear();
  await new Promise((done) => setTimeout(done, 15));
  assert.deepEqual(drawn, []);
});

test("what must be answered now passes the hold under way, and the next is a hold again", () => {
  const { pace, drawn } = table({ held: (event) => event === 2 || event === 4 });
  pace.push(steps(1, 2));
  pace.push(steps(3));
  pace.hurry();
  assert.deepEqual(drawn, [1, "idle", 2, 3, "idle"]);
  pace.push(steps(4));
  assert.equal(pace.running, "held");
});

test("with nothing under way there is nothing to hurry", () => {
  const { pace } = table();
  pace.hurry();
  assert.equal(pace.skipping, false);
});
