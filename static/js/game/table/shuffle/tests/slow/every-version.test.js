// A tick means that nobody could choose the cards: in each version of the protocol, whatever way led to the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSet } from "../../../../../proof/evidence/source.js";
import { FEWEST_STEPS } from "../../../../../rng/delay.js";
import { VERSIONS } from "../../../../../rng/cribfair.js";
import { Server } from "../liars/server.js";
import { partIn, SharedSet } from "../liars/shared-sources.js";
import { AN_ALARM, lostGame, playWith } from "../liars/table.js";

const WAYS = [null, "asked", "daily", "invitation"];
const SET = new SharedSet();
const DELAYED = new SharedSet({ steps: FEWEST_STEPS });
const { games: LOST, more: REMATCH } = lostGame();
const ASKED = { way: "asked", rematchOf: "g0" };
// What a game is dealt from, by version: decks of its own, a set, or another game's.
const DECKS = {
  "cribfair/1": [["decks of its own", { version: "cribfair/1" }, null]],
  "cribfair/2": [
    ["decks of its own", { version: "cribfair/2" }, null],
    ["a rematch", { firstDealer: 0, more: REMATCH }, null, { rematchOf: "g0" }],
  ],
  "cribfair/3": [
    ["a set that this browser has a part in", { set: SET }, { is: "mixed", fault: null }],
    ["a set with a delay", { set: DELAYED }, { is: "mixed", fault: null }],
    ["a set with a delay that nobody saw begin", { set: DELAYED }, { is: "early", fault: null }],
    ["the cards of another game", { sameCards: true }, { is: "same", fault: null }],
  ],
};
// By which ways what is dealt may be ticked. What comes later is ticked nowhere that cribfair/2 would not be.
const MAY_TICK = {
  "a set that this browser has a part in": [null, "daily"],
  "a set with a delay": [null, "daily"],
  "a set with a delay that nobody saw begin": [],
  "the cards of another game": ["invitation"],
};
const KINDS = Object.entries(DECKS).flatMap(([version, kinds]) =>
  kinds.flatMap((kind) => WAYS.map((way) => ({ version, way, kind }))));
const ticked = (page) => Object.entries(page.marks()).filter(([, mark]) => mark === "true").map(([deal]) => deal);

test("every version of the protocol is in the table", () => assert.deepEqual(Object.keys(DECKS), VERSIONS));

// In proof each lie meets every kind by every way; otherwise every kind, and every way, but each pair of them once.
const meets = (lie, kind, way) => process.env.PROOF === "1" || (lie + kind + way) % WAYS.length === 0;

for (const [nth, [lie, Liar]] of AN_ALARM.entries()) {
  const before = ticked(playWith(new Liar()));
  test(`${lie}: ticked nowhere that cribfair/2 does not tick it`, () => {
    for (const [at, { version, way, kind: [name, given, source, known] }] of KINDS.entries()) {
      if (!meets(nth, Math.floor(at / WAYS.length), at % WAYS.length)) continue;
      const page = playWith(new Liar(given), { way, ...known }, source, { ...LOST });
      const more = ticked(page).filter((deal) => !before.includes(deal));
      assert.deepEqual(more, [], `${version}, ${name}, by way of ${way}`);
    }
  });
}

for (const { version, way, kind: [name, given, source, known] } of KINDS) {
  test(`an honest server, ${version}: ${name}, by way of ${way}`, () => {
    const page = playWith(new Server({ ...given, bot: true }), { way, ...known }, source, { ...LOST });
    const mayBe = version === "cribfair/3" ? MAY_TICK[name].includes(way) : version === "cribfair/2";
    const hands = ticked(page).filter((deal) => deal !== "0");
    assert.deepEqual(hands, mayBe ? ["1", "2", "3"] : []);
    const fits = name.startsWith("a set") ? "daily" : "invitation";
    const isAccused = version === "cribfair/3" && way !== null && way !== fits;
    assert.equal(page.play.alarm !== null, isAccused, page.play.alarm);
  });
}

// A first dealer who is named: each reason, and the knowledge of the browser.

for (const [what, firstDealer, because, known] of [
  ["the winner", 1, REMATCH, ASKED],
  ["a seat in a new game, without a reason", 1, {}, { way: "asked", rematchOf: null }],
  ["a seat in a new game, as if it were a rematch", 0, REMATCH, { way: "asked", rematchOf: null }],
  [
    "a seat in a new game, as if it were an event's", 0, { first_dealer_because: { event: "e1" } },
    { way: "asked", rematchOf: null },
  ],
  ["the loser of another game", 0, { first_dealer_because: { rematch_of: "g9" } }, ASKED],
  ["a seat for no valid reason", 0, { first_dealer_because: { rematch_of: "g1" } }, {}],
]) {
  test(`a server that names ${what} raises an alarm, and shows no tick`, () => {
    const page = playWith(new Server({ firstDealer, more: because }), { ...known }, null, LOST);
    assert.ok(page.play.alarm);
    assert.deepEqual([ticked(page), page.said("commit").length], [[], 0]);
  });
}
for (const [what, because, known, games] of [
  ["without a reason", {}, {}, LOST],
  ["as an event does", { first_dealer_because: { event: "e1" } }, {}, LOST],
  ["for a rematch that was not asked for here", REMATCH, { way: "asked" }, LOST],
  ["for a rematch of a game that this browser did not see", REMATCH, ASKED, {}],
  ["for a match that this browser does not know", { first_dealer_because: { alternates_with: "g0" } }, {}, LOST],
]) {
  test(`a first dealer who is named ${what} gets no tick, and nobody is accused`, () => {
    const { g0 } = games;
    const dealt = because.first_dealer_because?.alternates_with && g0.seen[0].dealer;
    const server = new Server({ firstDealer: dealt === 0 ? 1 : 0, more: because });
    const page = playWith(server, { ...known }, null, games);
    assert.equal(page.play.alarm, null);
    assert.deepEqual(page.marks(), { 0: "unvouched", 1: "true", 2: "true", 3: "true" });
  });
}

// Where shared decks come from.

test("a server that deals a bot's game from a set that it made up gets no tick, whatever the way", () => {
  for (const way of WAYS) {
    const set = new SharedSet({ mixes: false });
    const found = judgeSet(new Server({ set }).fair(), set.known({ part: null }));
    assert.deepEqual(found, { is: "apart", fault: null });
    const page = playWith(new Server({ set, bot: true }), { way }, found);
    assert.deepEqual(ticked(page), []);
    assert.equal(Boolean(page.play.alarm), ["asked", "invitation"].includes(way));
  }
});

test("a rated game of shared decks is an alarm, whether its params or its table say that it is rated", () => {
  const told = playWith(new Server({ set: SET, more: { rated: true } }), {}, { is: "mixed", fault: null });
  assert.match(told.play.alarm, /rated/);
  assert.equal(told.said("commit").length, 0);
  const server = new Server({ set: SET });
  server.send = (frame) => server.frames.push(frame.t === "table" ? { ...frame, stakes: [1, 2] } : frame);
  assert.match(playWith(server).play.alarm, /rated/);
});

test("decks that this browser has a part in are vouched for, once record and log are checked", () => {
  assert.deepEqual(judgeSet(new Server({ set: SET }).fair(), SET.known()), { is: "mixed", fault: null });
});

test("decks at the end of a delay are vouched for, once this browser has computed it again", () => {
  const { is, fault } = judgeSet(new Server({ set: DELAYED }).fair(), DELAYED.known());
  assert.deepEqual({ is, fault }, { is: "mixed", fault: null });
});

const delayed = partIn(DELAYED);
for (const [what, set, more, is] of [
  ["nothing of the delay is computed yet", DELAYED, { computed: undefined }, "uncomputed"],
  ["another root was computed", DELAYED, { computed: "0".repeat(64) }, "uncomputed"],
  ["the mix was never shown", DELAYED, { mix: undefined, waited: undefined }, "early"],
  ["the mix was shown after thirteen seconds", DELAYED, { waited: 13_000 }, "early"],
  ["a page of before delays gave the secret", DELAYED, { fewest: undefined, mix: undefined }, "early"],
  ["the delay is too short", new SharedSet({ steps: FEWEST_STEPS - 1 }), {}, "undelayed"],
  ["the delay has one step", new SharedSet({ steps: 1 }), {}, "undelayed"],
  ["there is none, though this page asks for one", SET, { fewest: FEWEST_STEPS }, "undelayed"],
]) {
  test(`shared decks are not vouched for, and nobody is accused, where ${what}`, () => {
    const known = set.known({ part: { ...(set === DELAYED ? delayed : partIn(set)), ...more } });
    assert.deepEqual(judgeSet(new Server({ set }).fair(), known), { is, fault: null });
  });
}

test("it is an alarm where the decks come from another mix than this browser was shown", () => {
  const known = DELAYED.known({ part: { ...delayed, mix: "0".repeat(64) } });
  const found = judgeSet(new Server({ set: DELAYED }).fair(), known);
  assert.match(found.fault, /other secrets/);
  assert.deepEqual(ticked(playWith(new Server({ set: DELAYED }), {}, found)), []);
});

for (const [what, more, says] of [
  ["the root is not the end of the delay", { root: SET.root }, /not the end/],
  ["the delay is not complete", { delay: DELAYED.delay.slice(1) }, /differ about its delay/],
  ["the record leaves the delay out", { delay: undefined, format: "every-other/decks/1" }, /differ about its delay/],
]) {
  test(`the record is wrong where ${what}`, () => {
    const found = judgeSet(new Server({ set: DELAYED }).fair(), DELAYED.known({ record: DELAYED.record(more) }));
    assert.match(found.fault, says);
  });
}

const part = partIn(SET);
for (const [what, known, is] of [
  ["there is no record yet", { record: null }, "unread"],
  ["the log is not there yet", { log: null }, "unlogged"],
  ["the root is not in the log yet", { log: { ...SET.log(), root: null } }, "unlogged"],
  ["this browser has no part", { part: null }, "apart"],
  ["this browser has another part", { part: { ...part, secret: "0".repeat(64) } }, "apart"],
  ["this browser was shown another tip", { part: { ...part, tip: "0".repeat(64) } }, "apart"],
  ["an event's page kept the secret alone", { part: { ...part, tip: null, params: null } }, "apart"],
  ["this round was dealt in another game", { part: { ...part, games: { 1: "g0" } } }, "again"],
]) {
  test(`shared decks are not vouched for, and nobody is accused, where ${what}`, () => {
    assert.deepEqual(judgeSet(new Server({ set: SET }).fair(), SET.known(known)), { is, fault: null });
  });
}

for (const [what, known, says] of [
  [
    "the record leaves a part out",
    { record: SET.record({ entrants: SET.entrants.slice(0, 1) }) },
    /root does not follow/,
  ],
  ["the record is of another set", { record: new SharedSet({ id: "d2" }).record() }, /other decks/],
  ["the record has no root", { record: SET.record({ root: null }) }, /other decks/],
  ["the log has another tip", { log: SET.log({ decks: { tip: "0".repeat(64) } }) }, /public log/],
  ["the log has another root", { log: SET.log({ root: { root: "0".repeat(64) } }) }, /public log/],
]) {
  test(`it is an alarm where ${what}`, () => {
    const found = judgeSet(new Server({ set: SET }).fair(), SET.known(known));
    assert.match(found.fault, says);
    const page = playWith(new Server({ set: SET }), {}, found);
    assert.match(page.play.alarm, says);
    assert.deepEqual(ticked(page), []);
  });
}
