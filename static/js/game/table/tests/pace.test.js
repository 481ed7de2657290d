import assert from "node:assert/strict";
import { test } from "node:test";
import { PART_TIME } from "../../scene/tempo.js";
import { Pace, pauseAtTable, pauseBefore } from "../pace.js";

function table({ held = () => false, pause = () => 0, takeOff = () => 0 } = {}) {
  const drawn = [];
  const pace = new Pace(
    {
      apply: (step) => drawn.push(step.event),
      pause,
      takeOff,
      holds: (step) => held(step.event),
      idle: () => drawn.push("idle"),
    },
  );
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

test("a cleared table drops the queue", async () => {
  const { pace, drawn } = table({ pause: () => 5 });
  pace.push(steps(1));
  pace.clear();
  await new Promise((done) => setTimeout(done, 15));
  assert.deepEqual(drawn, []);
});

test("an urgent step ends the current hold, and the next one holds again", () => {
  const { pace, drawn } = table({ held: (event) => event === 2 || event === 4 });
  pace.push(steps(1, 2));
  pace.push(steps(3));
  pace.hurry();
  assert.deepEqual(drawn, [1, "idle", 2, 3, "idle"]);
  pace.push(steps(4));
  assert.equal(pace.running, "held");
});

test("a player who moves does not wait for the queue up to the next hold", () => {
  const { pace, drawn } = table({ pause: () => 10_000, held: (event) => event === 3 });
  pace.push(steps(1, 2, 3));
  assert.deepEqual(drawn, []);
  pace.catchUp();
  assert.deepEqual([drawn, pace.running, pace.isHasty], [[1, 2, "idle"], "held", false]);
  pace.catchUp();
  assert.equal(pace.running, "held");
});

test("with an empty queue there is nothing to hurry", () => {
  const { pace } = table();
  pace.hurry();
  assert.equal(pace.skipping, false);
});

const played = (seat) => ({ e: "played", seat, card: "5H", count: 5 });
const withABot = { you: 0, bots: [false, true], scene: { held: [3, 4] }, botPause: "natural" };

test("a bot pauses before a card: from a third of a second to nine tenths, and longer with a choice", () => {
  const between = (held) => [
    pauseAtTable(played(1), { ...withABot, scene: { held } }, 0),
    pauseAtTable(played(1), { ...withABot, scene: { held } }, 0.999),
  ];
  const [last, choice] = [between([3, 1]), between([3, 4])];
  assert.ok(last[0] >= 333 && choice[1] <= 900);
  assert.ok(choice[0] > last[0] && choice[1] > last[1] && choice[1] - choice[0] > 350);
  assert.notEqual(pauseAtTable(played(1), withABot, 0.2), pauseAtTable(played(1), withABot, 0.4));
});

test("a bot's pause runs while earlier events are drawn, but its card never comes at once", () => {
  const pause = (waited) => pauseAtTable(played(1), { ...withABot, waited }, 0.5);
  assert.equal(pause(300), pause(0) - 300);
  assert.ok(pause(60_000) >= 150);
});

test("the next hand of a show takes the place of the last one at once", () => {
  const pause = (phase) => pauseBefore({ e: "counted", seat: 0 }, 0, { phase });
  assert.equal(pause("show"), 0);
  assert.ok(pause("play") > 0);
});

test("a player without bot pauses sees a bot's card and go at once", () => {
  const hurried = { ...withABot, botPause: "none" };
  assert.equal(pauseAtTable(played(1), hurried), 0);
  assert.equal(pauseAtTable({ e: "go", seat: 1 }, hurried), 0);
});

test("forced moves of a bot and moves of a person have their own pause in any case", () => {
  for (const botPause of ["natural", "none"]) {
    const table = { ...withABot, botPause };
    assert.equal(pauseAtTable(played(0), table), pauseBefore(played(0), 0));
    assert.equal(pauseAtTable(null, table), 0);
    assert.equal(pauseAtTable({ e: "new_count", seat: 1 }, table), pauseBefore({ e: "new_count", seat: 1 }, 0));
    assert.equal(pauseAtTable(played(1), { ...table, bots: [false, false] }), pauseBefore(played(1), 0));
  }
});

test("points are pegged when they have flown to their peg, and at once without animation", async () => {
  const flown = [];
  const takeOff = ({ event }) => flown.push(event) && 5;
  const { pace, drawn } = table({ takeOff });
  pace.push(steps(1));
  assert.deepEqual([flown, drawn], [[1], []]);
  await new Promise((done) => setTimeout(done, 15));
  assert.deepEqual(drawn, [1, "idle"]);
  pace.push(steps(2, 3));
  pace.catchUp();
  assert.deepEqual([flown, drawn], [[1, 2], [1, "idle", 2, 3, "idle"]]);
});

test("the points of a hand are pegged when all its parts have been counted, and muggins soon after", () => {
  const showing = { e: "counted", parts: [{}, {}, {}, {}] };
  const pegged = { e: "pegged", seat: 0, kind: "hand" };
  assert.equal(pauseBefore(pegged, 0, { showing, reckoned: [] }), 4 * PART_TIME);
  assert.equal(pauseBefore({ ...pegged, kind: "muggins" }, 0, { showing, reckoned: [pegged] }), 500);
});
