import assert from "node:assert/strict";
import { test } from "node:test";
import { FairPlay, findBrokenPin } from "../fair-play.js";

const fair = (change = {}) => ({
  version: "cribfair/1", game: "g", params: "{}", tip: "aa", commitments: [null, null], secrets: [null, null], ...change,
});

test("what was shown at first may be added to", () => {
  const pins = {};
  assert.equal(findBrokenPin(pins, fair()), null);
  assert.equal(findBrokenPin(pins, fair({ commitments: ["c0", null] })), null);
  assert.equal(findBrokenPin(pins, fair({ commitments: ["c0", "c1"], secrets: ["s0", null] })), null);
});

test("a link that changes is noticed", () => {
  const pins = {};
  assert.equal(findBrokenPin(pins, fair({ links: { 0: "aa" } })), null);
  assert.equal(findBrokenPin(pins, fair({ links: { 0: "aa", 1: "bb" } })), null);
  assert.match(findBrokenPin(pins, fair({ links: { 1: "cc" } })), /another link of deal 1/);
});

test("a promise that changes is noticed", () => {
  const pins = {};
  findBrokenPin(pins, fair({ commitments: ["c0", null] }));
  assert.match(findBrokenPin(pins, fair({ tip: "bb" })), /another tip/);
  assert.match(findBrokenPin(pins, fair({ commitments: ["c9", null] })), /other commitments/);
});

/** What a page makes of a deal whose link is shown, though seat 0's secret never was. */
function checks(seen) {
  const play = new FairPlay({ game: "g", saved: {}, save: () => true, send: () => true });
  play.handleFair(fair({ secrets: [null, "5e"], links: { 0: "aa" } }), 0);
  return play.checkDeals(seen);
}

test("a game that was void before it began has nothing to check (found by a flag that fell before the first card)", () => {
  assert.deepEqual(checks({}), []);
});

test("a card that was dealt while a secret was kept back is no deal as promised", () => {
  const cut = { 0: { you: 0, dealer: 0, cut: [["2H", "KD"]], dealt: null, starter: null, played: [], show: { counts: [] } } };
  assert.equal(checks(cut)[0].ok, false);
});

/** A table's page: what it sends, and what it keeps from one load of the page to the next. */
function page(saved = {}, ownWords = { asksEachGame: false, takeOnce: () => "" }) {
  const sent = [];
  const play = new FairPlay({ game: "g", saved, save: () => true, send: (frame) => sent.push(frame), ownWords });
  return { saved, sent, play };
}

test("a seat commits at once, with the words that were typed before", () => {
  const taken = [];
  const { sent, play, saved } = page({}, { asksEachGame: false, takeOnce: () => taken.push("words") });
  play.handleFair(fair({ must: "commit" }), 0);
  assert.deepEqual(sent, [{ t: "commit", c: play.myCommitment() }]);
  assert.equal(taken.length, 1);
  play.handleFair(fair({ must: "commit" }), 0);
  assert.deepEqual([taken.length, sent[1].c, saved.secret.length], [1, play.myCommitment(), 64]);
});

test("who wants to type first commits when the words are there, and nothing of them goes out", () => {
  const { sent, play } = page({}, { asksEachGame: true, takeOnce: () => "quince and sardines" });
  play.handleFair(fair({ must: "commit" }), 0);
  assert.deepEqual([sent.length, play.isWaitingForWords], [0, true]);
  play.commitWithWords();
  assert.deepEqual([sent.map(({ t }) => t), play.isWaitingForWords], [["commit"], false]);
  assert.doesNotMatch(JSON.stringify(sent), /quince/);
});

test("a seat that committed on another device is no lie of the server's, and is told to go there", () => {
  const { sent, play } = page();
  play.handleFair(fair({ must: "commit" }), 0);
  play.committedElsewhere();
  play.handleFair(fair({ must: "reveal", commitments: ["c9", "c1"] }), 0);
  assert.deepEqual([play.alarm, sent.length], [null, 1]);
  assert.match(play.stuck, /another device/);
});

test("a commitment that was put in the place of ours is a lie, and stays one when the page is loaded again", () => {
  const { play, saved } = page();
  play.handleFair(fair({ must: "commit" }), 0);
  play.handleFair(fair({ must: "reveal", commitments: ["c9", "c1"] }), 0);
  assert.match(play.firstDoubt().says, /not ours/);
  const again = page(JSON.parse(JSON.stringify(saved))).play;
  again.handleFair(fair({ commitments: ["c9", "c1"] }), 0);
  again.checkDeals({});
  assert.match(again.firstDoubt().says, /not ours/);
});

test("a deal that was found wrong stays wrong, whatever is shown of it later", () => {
  const cut = { 0: { you: 0, dealer: 0, cut: [["2H", "KD"]], dealt: null, starter: null, played: [], show: { counts: [] } } };
  const { play, saved } = page();
  play.handleFair(fair({ secrets: [null, "5e"], links: { 0: "aa" } }), 0);
  play.checkDeals(cut);
  const again = page(JSON.parse(JSON.stringify(saved))).play;
  again.handleFair(fair(), 0);
  assert.equal(again.checkDeals({})[0].ok, false);
  assert.equal(again.firstDoubt().deal, 0);
});
