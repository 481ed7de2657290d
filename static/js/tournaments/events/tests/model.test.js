import assert from "node:assert/strict";
import { test } from "node:test";
import { deedsOf, describeEnding, describeSpan, describeUntil, mayLeave, readClock, warnOf } from "../model.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 27, 20);
const event = (state, more = {}) => (
  {
    state,
    starts: START,
    closes: START + 105 * MINUTE,
    ends: START + 120 * MINUTE,
    paused: false,
    traits: new Set(["counts_down_to_close"]),
    ...more,
  }
);

test("a span has seconds, and days if it is long", () => {
  const told = [0, 1, 59 * SECOND, 61 * SECOND, HOUR + 5 * SECOND, 47 * HOUR, 72 * HOUR].map(describeSpan);
  assert.deepEqual(told, ["0:00", "0:01", "0:59", "1:01", "1:00:05", "47:00:00", "3 days"]);
});

test("the clock counts down to the next step", () => {
  const read = (shown, now) => Object.values(readClock(shown, now));
  assert.deepEqual(read(event("announced"), START - MINUTE), ["Starts in", MINUTE]);
  assert.deepEqual(read(event("announced"), START + SECOND), ["Starting…", null]);
  assert.deepEqual(read(event("running"), START + 5 * MINUTE), ["New games for", 100 * MINUTE]);
  assert.deepEqual(read(event("running", { paused: true }), START), ["Paused by the host", null]);
  assert.deepEqual(read(event("closed"), START + 110 * MINUTE), ["The last games end within", 10 * MINUTE]);
  assert.deepEqual(read(event("over"), START), ["This event is over", null]);
  assert.deepEqual(read(event("void"), START), ["This event is called off", null]);
});

test("while the decks wait for their delay the clock says how far it is", () => {
  const step = { open: false, round: 0, rounds: 7, until: null, stage: "delaying", shuffled: 29 / 64 };
  const read = (change) => readClock(event("running", { step: { ...step, ...change } }), START);
  assert.deepEqual(read({}), { says: "Shuffling for all tables: 45%", left: null });
  assert.equal(read({ stage: "collecting" }).says, "The players reveal their parts of the shuffle");
  assert.equal(read({ stage: "started" }).says, "The players reveal their parts of the shuffle");
});

test("a minute before the start and before the close there is a warning, and at no other time", () => {
  const warned = (shown, now) => warnOf(shown, now)?.key ?? null;
  assert.equal(warned(event("announced"), START - MINUTE - 1), null);
  assert.equal(warned(event("announced"), START - MINUTE), `start ${START}`);
  assert.equal(warned(event("announced"), START), null);
  assert.equal(warned(event("running"), START + 104.5 * MINUTE), `close ${START + 105 * MINUTE}`);
  assert.equal(warned(event("running", { paused: true }), START + 104.5 * MINUTE), null);
  assert.equal(warned(event("closed"), START + 104.5 * MINUTE), null);
});

test("an extended event warns once more", () => {
  const extended = event("running", { closes: START + 120 * MINUTE });
  assert.notEqual(warnOf(event("running"), START + 104.5 * MINUTE).key, warnOf(extended, START + 119.5 * MINUTE).key);
});

test("a page does not leave a reader who looks elsewhere, types, or is asked something", () => {
  const reader = { hidden: false, typing: false, asked: false };
  assert.equal(mayLeave(reader), true);
  for (const busy of ["hidden", "typing", "asked"]) assert.equal(mayLeave({ ...reader, [busy]: true }), false);
});

test("each ending has its words", () => {
  const ended = (ending, won, points = 0) => describeEnding({ ending, won, points });
  assert.deepEqual(
    [
      ended(null, null),
      ended("played", true, 2),
      ended("played", true, 3),
      ended("played", false),
      ended("given_up", true, 2),
      ended("given_up", false),
      ended("no_show", true, 2),
      ended("no_show", false),
      ended("no_show", null),
      ended("void", null),
    ],
    [
      "being played",
      "won",
      "won, a skunk",
      "lost",
      "they gave up",
      "you gave up",
      "they didn’t come",
      "you didn’t come",
      "neither player came",
      "doesn’t count",
    ],
  );
});

test("while it runs the page shows until when new games begin, and otherwise when it starts", () => {
  assert.match(describeUntil(event("announced"), START), /^today /);
  assert.match(describeUntil(event("running"), START), /^until /);
  assert.match(describeUntil(event("over"), START), /^today /);
});

test("a director of a duel cannot change its result, and a host can", () => {
  const kinds = {
    duel: { rival: { name: "Thirty-One", slug: null }, team_size: 0, traits: new Set(["allows_corrections"]) },
    night: { rival: null, team_size: 0, traits: new Set(["allows_corrections"]) },
    teams: { rival: null, team_size: 2, traits: new Set(["allows_corrections"]) },
    bracket: { rival: null, team_size: 0, traits: new Set() },
  };
  const offered = (state, who, kind = "duel") => {
    const deeds = deedsOf(
      { state, paused: false, ...kinds[kind] },
      { isHost: false, plays: false, hasPlayers: true, ...who },
    );
    return Object.keys(deeds).filter((deed) => deeds[deed]).join(" ");
  };
  assert.equal(offered("announced", {}), "message pause extend void");
  assert.equal(offered("running", {}), "message pause extend");
  assert.equal(offered("running", { isHost: true, plays: true }), "message pause extend end void disqualify correct");
  assert.equal(offered("running", {}, "night"), "message pause extend end void disqualify correct");
  assert.equal(offered("running", { plays: true }, "night"), "message pause extend end void");
  assert.equal(offered("running", { plays: true }, "teams"), "message pause extend");
  assert.equal(offered("over", { isHost: true }), "correct");
  assert.equal(offered("over", { isHost: true }, "bracket"), "");
  assert.equal(offered("running", { hasDisqualified: true }, "night").split(" ").at(-2), "reinstate");
});
