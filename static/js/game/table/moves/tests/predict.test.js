import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as model from "../../../scene/scene.js";
import { predict } from "../predict.js";

const frames = readFileSync(
  new URL("../../../../../../docs/reference/a-game.jsonl", import.meta.url),
  "utf8",
).trim().split("\n").map(JSON.parse);

/** Every move of mine in a recorded game: the scene before it, and the event frame that answered. */
function* myMoves() {
  let [scene, you, move] = [null, null, null];
  for (const { to, frame } of frames) {
    if (frame.t === "table") {
      ({ you } = frame);
      scene = model.buildScene(frame.view, you);
    }
    if (to === "server" && frame.t === "move") ({ move } = frame);
    if (frame.t !== "event") continue;
    const { events, view } = frame;
    if (move && events[0].seat === you) {
      yield { before: scene, move, events, view };
      move = null;
    }
    scene = model.applyView(
      events.reduce((now, event) => model.applyEvent({ ...now, showing: null }, event, view), scene),
      view,
    );
    scene = { ...scene, showing: null };
  }
}

const legal = (scene) => {
  if (model.mayThrow(scene)) {
    return scene.hand.flatMap((a, n) => scene.hand.slice(n + 1).map((b) => ({ kind: "throw", cards: [a, b] })));
  }
  return model.mayGo(scene) ? [{ kind: "go" }] : scene.playable.map((card) => ({ kind: "play", card }));
};

test("a predicted scene equals the scene after the event in every field, and its view confirms it", () => {
  const kinds = new Set();
  for (const { before, move, events, view } of myMoves()) {
    kinds.add(move.kind);
    const { turn, ...foreseen } = predict(before, move);
    const { turn: _, ...drawn } = model.applyEvent(before, events[0], view);
    assert.deepEqual(foreseen, drawn);
    if (events.some(({ e }) => e === "dealt")) continue; // the view is that of the next deal already
    const settled = model.applyView(model.applyEvent(before, events[0], view), view);
    for (const field of ["hand", "held", "thrown", "played"]) assert.deepEqual(foreseen[field], settled[field]);
    if (move.kind === "play" && turn.length && settled.phase === "play") assert.deepEqual(turn, settled.turn);
  }
  for (const kind of ["throw", "play"]) assert.ok(kinds.has(kind));
});

test("a refused move restores the very scene it was made in", () => {
  const freeze = (value) => Object.values(Object.freeze(value)).forEach(
    (each) => each && typeof each === "object" && !Object.isFrozen(each) && freeze(each),
  );
  for (const { before } of myMoves()) {
    freeze(before);
    for (const move of legal(before)) {
      const now = predict(before, move);
      assert.notDeepEqual(now, before);
      assert.equal(predict(before, null), before);
      assert.equal(predict(now, move), now, "and once it is drawn it is not drawn again");
    }
  }
});

const scene = (change) => ({
  you: 0, watching: false, phase: "play", deal: 1, hand: ["5H", "KD"], held: [2, 2], thrown: [true, true], pile: [],
  count: 0,
  played: [], turn: [0], playable: ["5H", "KD"], mustGo: false, showing: null, laid: null, reckoned: [], bubble: null,
  ...change,
});

test("the turn passes, unless the opponent has said go, holds no cards, or the count is full", () => {
  const turn = (change, card = "5H") => predict(scene(change), { kind: "play", card }).turn;
  assert.deepEqual(turn({ pile: ["7C"], count: 7, played: [[1, "7C"]] }), [1]);
  assert.deepEqual(turn({ pile: ["7C"], count: 7, played: [[0, "7C"]] }), []);
  assert.deepEqual(turn({ held: [2, 0] }), []);
  assert.deepEqual(turn({ pile: ["KC", "KS", "6C"], count: 26, played: [[0, "KC"], [1, "KS"], [1, "6C"]] }), []);
});

test("a go, a claim and a pass are shown at once", () => {
  const stuck = scene({ playable: [], mustGo: true, pile: ["KC"], count: 30 });
  assert.deepEqual(predict(stuck, { kind: "go" }), model.applyEvent(stuck, { e: "go", seat: 0 }));
  const laid = { seat: 0, what: "hand", cards: ["5H"], starter: "KD", claimed: null };
  assert.equal(predict(scene({ phase: "count", laid }), { kind: "claim", points: 4 }).laid.claimed, 4);
  const called = predict(scene({ phase: "call", laid: { ...laid, seat: 1, claimed: 4 } }), { kind: "pass" });
  assert.deepEqual([called.bubble.seat, called.turn], [0, []]);
});

test("nothing is predicted for resigning, nor for an illegal move", () => {
  const now = scene({ turn: [1] });
  for (const move of [{ kind: "resign" }, { kind: "play", card: "5H" }, { kind: "go" }]) {
    assert.equal(predict(now, move), now);
  }
});
