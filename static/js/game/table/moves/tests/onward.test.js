import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Onward, onwardTime } from "../onward.js";

const show = (parts, change = {}) => (
  { you: 0, watching: false, counting: "auto", showing: { parts: Array(parts).fill({}) }, ...change }
);
const reader = { wish: "bots", isBotGame: true, byKey: false };

test("by default a show continues by itself against a bot, and waits against a person", () => {
  assert.ok(onwardTime(show(0), reader) >= 900);
  assert.equal(onwardTime(show(3), { ...reader, isBotGame: false }), null);
  assert.equal(onwardTime(show(3), { ...reader, wish: "hand" }), null);
  assert.ok(onwardTime(show(3), { ...reader, wish: "auto", isBotGame: false }) > 0);
});

test("each part of a count adds time, and a player who uses the keyboard gets twice as much", () => {
  const times = [0, 1, 4, 8].map((parts) => onwardTime(show(parts), reader));
  assert.deepEqual(times.map((time) => time - times[0]), [0, 400, 1_600, 3_200]);
  assert.equal(onwardTime(show(4), { ...reader, byKey: true }), 2 * times[2]);
});

test("at slow speed a show stays longer", () => {
  globalThis.document = { documentElement: { dataset: { speed: "slow" } } };
  const slow = onwardTime(show(4), reader);
  delete globalThis.document;
  assert.equal(slow, 1.6 * onwardTime(show(4), reader));
});

test("a manual count, a great hand and a repeated show always wait", () => {
  assert.equal(onwardTime(show(9, { showing: { parts: [], points: 24 } }), reader), null);
  for (const wish of ["bots", "auto"]) {
    for (const counting of ["manual", "muggins"]) {
      assert.equal(onwardTime(show(3, { counting }), { ...reader, wish }), null);
    }
    assert.equal(onwardTime(show(3, { showing: { parts: [], again: true } }), { ...reader, wish }), null);
  }
});

test("for a watcher it goes on", () =>
  assert.ok(onwardTime(show(3, { watching: true, counting: "muggins" }), { ...reader, wish: "hand" }) > 0));

/** An Onward with mock time: what it shows and does. */
function table(wishes = { onward: "bots", go: "auto" }) {
  const told = [];
  const does = { continue: () => told.push("continue"), go: () => told.push("go") };
  const actions = { countDown: (what) => told.push(`ring on ${what}`), stopCountDown: () => {} };
  const onward = new Onward({ actions, wishes, does });
  const draw = (scene, change = {}) => onward.draw(
    { scene, ahead: scene, busy: false, byKey: false, who: { bots: [false, true] }, ...change },
  );
  return { onward, draw, told };
}
const stuck = show(
  0,
  { showing: null, phase: "play", turn: [0], mustGo: true, deal: 1, played: [[1, "KD"]], count: 30 },
);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.document = { hidden: false, querySelector: () => null, documentElement: { dataset: {} } };
});

test("a show is left once, however often it is drawn", () => {
  const { draw, told } = table();
  const scene = show(2);
  draw(scene);
  mock.timers.tick(1_000);
  draw({ ...scene, scores: [0, 2] });
  mock.timers.tick(699);
  assert.deepEqual(told, ["ring on continue"]);
  mock.timers.tick(1);
  assert.deepEqual(told, ["ring on continue", "continue"]);
});

test("a touch holds the show until the next one", () => {
  const { onward, draw, told } = table();
  const scene = show(2);
  draw(scene);
  onward.stop();
  draw(scene);
  mock.timers.tick(60_000);
  assert.deepEqual(told, ["ring on continue"]);
  draw(show(0));
  mock.timers.tick(1_000);
  assert.deepEqual(told.slice(1), ["ring on continue", "continue"]);
});

test("go is said after a pause once the table is drawn, and only where no card fits", () => {
  const { draw, told } = table();
  draw(stuck, { busy: true });
  draw({ ...stuck, mustGo: false });
  draw({ ...stuck, turn: [1] });
  draw({ ...stuck, watching: true });
  mock.timers.tick(5_000);
  assert.deepEqual(told, []);
  draw(stuck);
  mock.timers.tick(399);
  assert.deepEqual(told, ["ring on go"]);
  mock.timers.tick(1);
  assert.deepEqual(told, ["ring on go", "go"]);
});

test("a go that was refused is left to the player", () => {
  const { draw, told } = table();
  draw(stuck);
  mock.timers.tick(400);
  draw({ ...stuck, turn: [] });
  draw(stuck);
  mock.timers.tick(5_000);
  assert.deepEqual(told, ["ring on go", "go"]);
});

test("a player who wants to say go keeps the button", () => {
  const { draw, told } = table({ onward: "bots", go: "hand" });
  draw(stuck);
  mock.timers.tick(5_000);
  assert.deepEqual(told, []);
});

test("a hidden page and an open dialog wait", () => {
  for (const away of [{ hidden: true }, { querySelector: () => ({}) }]) {
    const { draw, told } = table();
    Object.assign(globalThis.document, away);
    draw(stuck);
    mock.timers.tick(600);
    assert.ok(!told.includes("go"));
    Object.assign(globalThis.document, { hidden: false, querySelector: () => null });
    mock.timers.tick(500);
    assert.ok(told.includes("go"));
  }
});
