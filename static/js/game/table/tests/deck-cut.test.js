import assert from "node:assert/strict";
import { test } from "node:test";
import { CUT_TIME, cutPlace, mayCut } from "../deck-cut.js";
import { Pace } from "../pace.js";

const STARTER = { event: { e: "starter", card: "5H" } };
const PONE = { wish: "on", you: 0, dealer: 1, missed: 0 };

test("only pone with that setting may cut", () => {
  assert.ok(mayCut(STARTER, PONE));
  assert.ok(!mayCut(STARTER, { ...PONE, wish: "off" }));
  assert.ok(!mayCut(STARTER, { ...PONE, wish: undefined }));
  assert.ok(!mayCut(STARTER, { ...PONE, dealer: 0 }));
  assert.ok(!mayCut(STARTER, { ...PONE, you: null }), "a watcher");
  assert.ok(!mayCut(STARTER, { ...PONE, missed: 2 }), "who was away catches up");
  assert.ok(!mayCut({ ...STARTER, again: true }, PONE));
  assert.ok(!mayCut({ event: { e: "played" } }, PONE));
  assert.ok(!mayCut({ event: null }, PONE));
});

test("a tap cuts in its place, and leaves four cards on either side", () => {
  assert.deepEqual([0.5, 0.25, 0, 1, -3, 2].map(cutPlace), [20, 10, 4, 36, 4, 36]);
});

function table(takeOff) {
  const drawn = [];
  const pace = new Pace(
    {
      apply: ({ event }) => drawn.push(event),
      pause: () => 0,
      takeOff,
      holds: () => false,
      idle: () => drawn.push("idle"),
    },
  );
  return { pace, drawn };
}

test("the starter is turned as soon as the deck is cut, and later pauses keep their time", () => {
  const { pace, drawn } = table(({ event }) => (event === "starter" || event === "pegged" ? 10_000 : 0));
  pace.push(["thrown", "starter", "played", "pegged"].map((event) => ({ event })));
  assert.deepEqual(drawn, ["thrown"]);
  pace.proceed();
  assert.deepEqual(drawn, ["thrown", "starter", "played"]);
  pace.clear();
  pace.proceed();
  assert.deepEqual(drawn, ["thrown", "starter", "played"]);
});

test("without a tap it turns by itself", async () => {
  const { pace, drawn } = table(() => 5);
  pace.push([{ event: "starter" }]);
  assert.deepEqual(drawn, []);
  await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(drawn, ["starter", "idle"]);
  assert.ok(CUT_TIME <= 5000, "nobody waits long");
});

test("a player who plays a card at once does not wait for the cut", () => {
  const { pace, drawn } = table(({ event }) => (event === "starter" ? 10_000 : 0));
  pace.push([{ event: "starter" }]);
  pace.catchUp();
  assert.deepEqual(drawn, ["starter", "idle"]);
});
