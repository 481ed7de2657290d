import assert from "node:assert/strict";
import { test } from "node:test";

import { hex } from "../../../rng/bytes.js";
import * as cribfair from "../../../rng/cribfair.js";
import { contextOf, linkProof, seatProofs } from "../proof.js";

const [x0, secret] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const fair = (change = {}) => ({
  game: "g1", params: "{}", tip: hex(cribfair.chainTip("g1", x0)),
  commitments: [0, 1].map((seat) => hex(cribfair.seatCommitment("g1", seat, secret))), secrets: [hex(secret), null],
  links: Object.fromEntries([0, 1, 3].map((d) => [d, hex(cribfair.link("g1", x0, d))])), ...change,
});

test("a link is proved by the one before it, or by the tip, across links that were never shown", () => {
  for (const [d, before, times] of [[0, null, 1], [1, 0, 1], [3, 1, 2]]) {
    const proof = linkProof(fair(), d);
    assert.deepEqual([proof.before, proof.times, proof.hashed], [before, times, proof.shown]);
  }
});

test("a changed link proves nothing", () => {
  const { hashed, shown } = linkProof(fair({ links: { 0: "00".repeat(32) } }), 0);
  assert.notEqual(hashed, shown);
  assert.equal(linkProof(fair({ links: { 0: "no hex" } }), 0), null);
});

test("a secret is hashed to its commitment, or is not there yet", () => {
  const [mine, theirs] = seatProofs(fair());
  assert.equal(mine.hashed, mine.commitment);
  assert.deepEqual([theirs.secret, theirs.hashed], [null, null]);
});

test("the fixed values have one hash once both commitments are there", () => {
  assert.equal(contextOf(fair()).length, 64);
  assert.equal(contextOf(fair({ commitments: [null, null] })), null);
});
