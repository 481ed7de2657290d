import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { describeStake, exchange } from "../exchange.js";

const examples = JSON.parse(readFileSync(new URL("../../../../ranking/tests/rating_examples.json", import.meta.url)));

test("between people, the documented examples", () => {
  assert.ok(examples.people.length);
  for (const [winner, loser, exchanged] of examples.people) {
    assert.equal(exchange(winner, loser).win, exchanged);
    assert.equal(exchange(loser, winner).loss, exchanged);
  }
});

test("against the bots, the documented examples", () => {
  assert.ok(examples.bots.length);
  for (const [own, bot, brings, costs] of examples.bots) {
    const { win, loss } = exchange(own, bot);
    assert.deepEqual([win, loss], [brings, costs]);
  }
});

test("points never fall below zero", () => {
  assert.equal(exchange(7, 7).loss, 7);
  assert.match(exchange(7, 7).why, /never go below 0/);
});

test("a stake has the gain of a win and the cost of a loss", () => {
  assert.equal(describeStake({ win: 13, loss: 29 }), "win +13, lose 29");
  assert.equal(describeStake({ win: 21, loss: 0 }), "win +21, lose 0");
  assert.equal(describeStake({ win: 0, loss: 0 }), "no points at stake");
});
