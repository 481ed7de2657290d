import assert from "node:assert/strict";
import { test } from "node:test";
import { countedHands, describeFelt } from "../felt-texts.js";

const NAMES = ["Ann", "Carl"];
const told = (view) => describeFelt({ winner: null, scores: [0, 0], turn: [], ...view }, NAMES);

test("a live game shows whose move it waits for", () => {
  assert.equal(told({ phase: "cut" }), "They cut for deal");
  assert.equal(told({ phase: "throw", turn: [0, 1] }), "Both choose two cards for the crib");
  assert.equal(told({ phase: "throw", turn: [1] }), "Carl discards to the crib");
  assert.equal(told({ phase: "play", turn: [0] }), "Ann to play");
  assert.equal(told({ phase: "count", turn: [0] }), "The hands are counted");
});

test("a finished game shows the winner, with the winner's score first", () => {
  assert.equal(told({ phase: "over", winner: 1, scores: [97, 121] }), "Carl won, 121 – 97");
  assert.equal(told({ phase: "over" }), "The game is called off");
});

test("the last deal shows the four kept cards of each, or none if none is open", () => {
  const open = {
    dealt: [["AS", "2S", "3S", "4S", "5S", "6S"], ["AH", "2H", "3H", "4H", "5H", "6H"]],
    throws: [["AS", "6S"], ["2H", "3H"]],
  };
  assert.deepEqual(countedHands({ open }), [["2S", "3S", "4S", "5S"], ["AH", "4H", "5H", "6H"]]);
  assert.deepEqual(countedHands({ open: null }), [[], []]);
});
