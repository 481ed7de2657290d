import assert from "node:assert/strict";
import { test } from "node:test";
import { describeEvent } from "../event-texts.js";
import { countPrompt, describeReckoning, mayCall, mayClaim, parsePoints, stepPoints } from "../manual-counting.js";
import * as model from "../scene.js";

const WHO = { you: 0, names: ["Ada", "Bert"] };
const WATCHER = { you: null, names: ["Ada", "Bert"] };

const laid = (change = {}) => (
  { seat: 0, what: "hand", cards: ["5H", "5C", "JD", "KD"], starter: "9S", claimed: null, ...change }
);
const view = (change = {}) => ({
  target: 121, counting: "muggins", phase: "count", deal: 1, dealer: 1, scores: [0, 0], cut: [["2H", "KD"]], hand: [],
  held: [0, 0], thrown: [true, true], throw: [], starter: "9S", pile: [], count: 0, played: [], turn: [0], playable: [],
  must_go: true, show: null, laid: laid(), open: null, winner: null, value: null, ended: null, ...change,
});
const scene = (change, you = 0) => model.buildScene(view(change), you);

test("while my hand is open I claim, the other waits, and a watcher sees who counts", () => {
  assert.equal(mayClaim(scene()), true);
  assert.equal(model.mayGo(scene()), false);
  assert.equal(model.prompt(scene(), WHO), "Count your hand: what’s it worth?");
  assert.equal(mayClaim(scene({}, 1)), false);
  assert.equal(model.prompt(scene({}, 1), { ...WHO, you: 1 }), "Ada counts the hand…");
  assert.equal(mayClaim(scene({}, null)), false);
  assert.equal(model.prompt(scene({}, null), WATCHER), "You’re watching. Ada counts the hand…");
});

test("after a claim the opponent may call", () => {
  const called = { phase: "call", turn: [1], laid: laid({ claimed: 6 }) };
  assert.equal(mayCall(scene(called, 1)), true);
  assert.equal(countPrompt(scene(called, 1), { ...WHO, you: 1 }), "Ada claims 6. Any points missed?");
  assert.equal(countPrompt(scene(called), WHO), "Bert can call muggins…");
});

test("a field is a count from 0 to 29 or nothing", () => {
  assert.deepEqual(
    ["0", "29", " 8 ", "30", "-1", "8.5", "", "x"].map(parsePoints),
    [0, 29, 8, null, null, null, null, null],
  );
  assert.deepEqual([stepPoints("28", 2), stepPoints("", 1), stepPoints("0", -1), stepPoints("7", 1)], [29, 1, 0, 8]);
});

const LAID = { e: "laid_open", seat: 0, what: "hand", cards: laid().cards, starter: "9S" };
const CLAIMED = { e: "claimed", seat: 0, what: "hand", points: 6 };
const COUNTED = {
  e: "counted",
  seat: 0,
  what: "hand",
  cards: laid().cards,
  starter: "9S",
  points: 10,
  parts: [],
  says: "ten",
};
const pegged = (kind, seat, points) => ({ e: "pegged", kind, seat, points, score: points, says: "" });
const walk = (events) =>
  events.reduce((now, event) => model.applyEvent(now, event), scene({ laid: null, phase: "play" }));
const told = (events) => {
  const now = walk([LAID, CLAIMED, ...events]);
  return describeReckoning(now.showing, now.reckoned, WHO);
};

test("a call of overlooked points says who took them", () => {
  const says = told([{ e: "called", seat: 1, points: 3 }, COUNTED, pegged("hand", 0, 6), pegged("muggins", 1, 3)]);
  assert.deepEqual(says, ["You claim six for the hand.", "Bert takes three by muggins.", "One point was missed."]);
});

test("a call that was too high is described", () => {
  const says = told(
    [
      { e: "called", seat: 1, points: 6 },
      COUNTED,
      pegged("hand", 0, 6),
      pegged("muggins", 1, 4),
      pegged("overcount", 0, 2),
    ],
  );
  assert.deepEqual(
    says.slice(1),
    ["Bert calls muggins for six.", "Bert takes four by muggins.", "Counted too high: two for you."],
  );
});

test("a shortfall that no player called is not corrected", () => {
  const says = told([{ e: "called", seat: 1, points: 0 }, COUNTED, pegged("hand", 0, 6)]);
  assert.deepEqual(says, ["You claim six for the hand.", "Four points were missed."]);
});

test("an excess goes to the other player", () => {
  const says = told([{ ...COUNTED, points: 4 }, pegged("hand", 0, 4), pegged("overcount", 1, 2)]);
  assert.deepEqual(says, ["You claim six for the hand.", "Counted too high: two for Bert."]);
});

test("an automatic count needs no correction", () => {
  const now = model.applyEvent(scene({ laid: null, phase: "play" }), COUNTED);
  assert.deepEqual(describeReckoning(now.showing, now.reckoned, WHO), []);
});

test("the pegs of a count do not wait for the player, but the next hand does", () => {
  const now = walk([LAID, CLAIMED, COUNTED]);
  assert.equal(model.holdsForContinue(now, pegged("muggins", 1, 2)), false);
  assert.equal(model.holdsForContinue(now, pegged("overcount", 1, 2)), false);
  assert.equal(model.holdsForContinue(now, { ...LAID, seat: 1 }), true);
});

test("a claim is shown before it is checked", () => {
  const now = walk([LAID, CLAIMED]);
  assert.deepEqual([now.laid.claimed, now.bubble, now.showing], [6, { seat: 0, says: "Six" }, null]);
  assert.equal(
    describeEvent(LAID, WATCHER),
    "Ada’s hand is shown for counting: five of clubs, five of hearts, jack of diamonds, king of diamonds and nine of spades.",
  );
  assert.equal(describeEvent(CLAIMED, WHO), "You claim six for the hand.");
  assert.equal(describeEvent({ e: "called", seat: 1, points: 0 }, WHO), "Bert passes.");
});

test("a page that is opened after the claim shows it", () => {
  const now = scene({ phase: "call", turn: [1], laid: laid({ claimed: 6 }) });
  const counted = model.applyEvent(now, COUNTED);
  assert.deepEqual(
    describeReckoning(counted.showing, counted.reckoned, WHO),
    ["You claim six for the hand.", "Four points were missed."],
  );
});
