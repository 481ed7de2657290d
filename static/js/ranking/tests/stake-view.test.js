import assert from "node:assert/strict";
import { test } from "node:test";
import { stakeAgainst } from "../stake-view.js";

test("stakes are shown to players who can play the game", () => {
  assert.equal(stakeAgainst(1500, 1700).says, "win +29, lose 13");
  assert.match(stakeAgainst(1500, 1700).why, /200 more points/);
  assert.equal(stakeAgainst(null, 1700), null);
  assert.equal(stakeAgainst(1500, null), null);
});
