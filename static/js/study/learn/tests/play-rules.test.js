import assert from "node:assert/strict";
import { test } from "node:test";

import { chooseCard } from "../opponent.js";
import { scorePlay } from "../../../game/engine/pegging.js";
import { declareGo, playCard, startPlay } from "../play-rules.js";

const points = (pile, card) =>
  scorePlay(pile.split(" ").filter(Boolean), card).map(({ kind, points }) => `${kind} ${points}`);

test("fifteen, thirty-one and both at once with a pair", () => {
  assert.deepEqual(points("7H", "8D"), ["count 2"]);
  assert.deepEqual(points("TH JD AS", "TC"), ["count 2"]);
  assert.deepEqual(points("3H 6D 2S TH", "TS"), ["count 2", "pair 2"]);
});

test("a run in any order, and a longer one before a shorter", () => {
  assert.deepEqual(points("6H 4D", "5S"), ["count 2", "run 3"]);
  assert.deepEqual(points("4H 2D 3S", "5C"), ["run 4"]);
  assert.deepEqual(points("4H 4D 3S", "5C"), ["run 3"]);
});

test("a pair within breaks the run", () => {
  assert.deepEqual(points("3H 4D 4S", "5C"), []);
});

const events = (done) =>
  done.events.map(({ e, seat, parts }) => `${seat} ${parts ? parts.map(({ kind }) => kind) : e}`);

test("after a go the other plays on, scores one for it, and a new count begins", () => {
  let play = startPlay([["KH", "KD"], ["KS", "AC"]], 0);
  for (const card of ["KH", "KS", "KD"]) ({ play } = playCard(play, card));
  assert.equal(play.count, 30);
  const thirtyOne = playCard(play, "AC");
  assert.deepEqual(events(thirtyOne), ["1 played", "1 count"]);
  assert.equal(thirtyOne.play.turn, null);

  play = startPlay([["KH", "QD"], ["KS", "9C"]], 0);
  for (const card of ["KH", "KS", "QD"]) ({ play } = playCard(play, card));
  const said = declareGo(play);
  assert.deepEqual(events(said), ["1 go", "0 go", "1 new count"]);
  assert.deepEqual(events(playCard(said.play, "9C")), ["1 played", "1 last"]);
});

test("the rival takes points, and does not leave a fifteen for a ten-card", () => {
  const at = (pile, count, hand) => chooseCard({ hands: [[], hand], pile, count, turn: 1 });
  assert.equal(at(["8H"], 8, ["7D", "KC"]), "7D");
  assert.equal(at([], 0, ["5D", "4C"]), "4C");
  assert.equal(at(["KH", "KD", "6S"], 26, ["6C", "7C"]), null);
});
