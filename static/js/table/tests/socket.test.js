import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, backoff, movesIn } from "../socket.js";

test("the wait before coming back doubles, is jittered, and has an end", () => {
  assert.equal(backoff(0, () => 1), 400);
  assert.equal(backoff(3, () => 0), 1600);
  assert.equal(backoff(20, () => 1), 15_000);
});

test("a page on https speaks over wss", () => {
  assert.equal(addressOf("k3", { protocol: "https:", host: "x.org" }), "wss://x.org/ws/table/k3");
  assert.equal(addressOf("k3", { protocol: "http:", host: "x:8000" }), "ws://x:8000/ws/table/k3");
});

test("the moves of a frame are counted, so that a gap in ply is seen", () => {
  const played = { e: "played" };
  const pegged = { e: "pegged" };
  assert.equal(movesIn([played, pegged, { e: "new_count" }]), 1);
  assert.equal(movesIn([played, pegged, { e: "counted" }, pegged, { e: "dealt" }]), 2);
  assert.equal(movesIn([{ e: "cut_for_deal", dealer: null }, { e: "cut_for_deal", dealer: 0 }, { e: "dealt" }]), 2);
  assert.equal(movesIn([played, pegged, { e: "over", how: "played" }]), 1);
  assert.equal(movesIn([{ e: "over", how: "resigned" }]), 1);
  assert.equal(movesIn([{ e: "thrown" }, { e: "starter" }]), 1);
});
