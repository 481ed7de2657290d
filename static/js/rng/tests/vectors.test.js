import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { hex, unhex } from "../bytes.js";
import * as fair from "../cribfair.js";
import { Twister } from "../twister.js";

const vectors = JSON.parse(readFileSync(new URL("../../../../rng/tests/cribfair_vectors.json", import.meta.url)));
const { game } = vectors;
const named = (formula) => createHash("sha256").update(formula.slice(2, -1)).digest();
const [x0, secret0, secret1] = [game.server_secret, game.secret0, game.secret1].map(named);
const ctx = unhex(game.ctx);

test("the twister begins like that of Matsumoto and Nishimura", () => {
  const { key, first_outputs: outputs } = vectors.mt19937_init_by_array;
  const mt = new Twister(key);
  assert.deepEqual(outputs.map(() => mt.next32()), outputs);
});

test("the chain, the commitments and the table code are those of the vectors", () => {
  assert.equal(hex(fair.chainTip(game.game_id, x0)), game.tip);
  assert.equal(hex(fair.seatCommitment(game.game_id, 0, secret0)), game.commitment0);
  assert.equal(hex(fair.seatCommitment(game.game_id, 1, secret1)), game.commitment1);
  const made = fair.context(game.params, unhex(game.tip), unhex(game.commitment0), unhex(game.commitment1));
  assert.equal(hex(made), game.ctx);
  assert.equal(fair.tableCode("cribfair/1", made).replaceAll(" ", ""), game.table_code);
});

test("every deal of the vectors is reproduced", () => {
  for (const deal of game.deals) {
    const link = fair.link(game.game_id, x0, deal.d);
    assert.equal(hex(link), deal.link);
    const key = fair.dealKey(ctx, deal.d, link, secret0, secret1);
    assert.equal(hex(key), deal.key);
    const cards = fair.deck(key);
    assert.deepEqual(cards, deal.deck);
    assert.deepEqual(fair.dealSix(cards), { pone: deal.pone, dealer: deal.dealer, starter: deal.starter });
  }
});

test("a link is proved by the one before it, and by no other", () => {
  const links = [0, 1, 2].map((d) => fair.link("g", x0, d));
  assert.ok(fair.follows("g", links[0], fair.chainTip("g", x0)));
  assert.ok(fair.follows("g", links[1], links[0]));
  assert.ok(!fair.follows("g", links[2], links[0]));
  assert.ok(!fair.follows("another", links[1], links[0]));
});

test("cards are written in their notation", () => {
  assert.deepEqual([0, 18, 36, 51].map(fair.cardText), ["AC", "5H", "TC", "KS"]);
});

test("wrong lengths and numbers are refused", () => {
  assert.throws(() => fair.chainTip("g", new Uint8Array(31)), /32 bytes/);
  assert.throws(() => fair.deck(new Uint8Array(63)), /64 bytes/);
  assert.throws(() => fair.link("g", x0, 256), /0 to 255/);
  assert.throws(() => fair.seatCommitment("g", 2, secret0), /0 or 1/);
});

test("a deck takes under a millisecond", { skip: !process.env.MEASURE && "set MEASURE to measure" }, (t) => {
  const timed = (what, f, n = 2000) => {
    for (let i = 0; i < n; i++) f(i);
    const began = performance.now();
    for (let i = 0; i < n; i++) f(i);
    t.diagnostic(`${what}: ${(((performance.now() - began) / n) * 1000).toFixed(1)} us`);
  };
  const link = fair.link("g", x0, 1);
  timed("deck", () => fair.deck(fair.dealKey(ctx, 1, link, secret0, secret1)));
  timed("tip", () => fair.chainTip("g", x0), 50);
});
