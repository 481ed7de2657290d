import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { keepsAnything, keptFaults } from "../kept-checks.js";

const document = JSON.parse(readFileSync(new URL("../../../../docs/a-transcript.json", import.meta.url)));
const hands = document.deals[1].hands;

/** What an honest browser kept of the documented game in seat 0. */
const kept = (change = {}) => ({
  you: 0,
  secret: document.fair.secrets[0],
  pins: { ...document.fair },
  seen: {
    0: { you: 0, cut: document.deals[0].cut?.cards ?? null, dealer: null },
    1: { you: 0, dealer: hands.dealer, dealt: hands.dealt[0], starter: hands.starter, played: hands.plays.filter(({ card }) => card).map(({ seat, card }) => [seat, card]), show: { counts: hands.counts } },
  },
  ...change,
});
const says = (change) => keptFaults(kept(change), document).map((fault) => fault.says).join(" ");
const inDeal = (change) => ({ seen: { 1: { ...kept().seen[1], ...change } } });
const OTHER = "0".repeat(64);

test("an honest transcript is what this browser kept, in whatever order it sorted its cards", () => {
  assert.equal(says({}), "");
  assert.equal(says(inDeal({ dealt: [...hands.dealt[0]].sort() })), "");
  assert.equal(says(inDeal({ dealt: null, played: [], show: { counts: [] }, starter: null, dealer: null })), "");
  assert.equal(keptFaults({}, document).length, 0);
});

const LIES = {
  "another tip": [{ pins: { tip: OTHER } }, /tip is not/],
  "other params": [{ pins: { params: "{}" } }, /params are not/],
  "another commitment": [{ pins: { commitments: [null, OTHER] } }, /Seat 1 committed/],
  "another secret": [{ pins: { secrets: [null, OTHER] } }, /Seat 1 showed another secret/],
  "another link": [{ pins: { links: { 1: OTHER } } }, /another link of deal 1/],
  "somebody else in my seat": [{ secret: OTHER }, /not the one that this browser drew/],
  "other cards in my hand": [inDeal({ dealt: hands.dealt[1] }), /other cards in your hand/],
  "the other dealer": [inDeal({ dealer: 1 - hands.dealer }), /other seat deal/],
  "another starter": [inDeal({ starter: hands.dealt[0][0] }), /another starter/],
  "another card played": [inDeal({ played: [[0, hands.dealt[1][0]]] }), /other cards played/],
  "another hand counted": [inDeal({ show: { counts: [{ seat: 0, what: "hand", cards: hands.dealt[1].slice(0, 4) }] } }), /other hands counted/],
};
for (const [lie, [change, expected]] of Object.entries(LIES)) {
  test(`a true transcript of a game that was not played: ${lie}`, () => assert.match(says(change), expected));
}

test("a cut that this browser saw otherwise", () => {
  const cut = { deals: [{ number: 0, cut: { cards: [["2H", "KD"]], dealer: 0 } }], fair: document.fair };
  assert.equal(keptFaults({ seen: { 0: { cut: [["3H", "KD"]] } } }, cut)[0].says, "This browser saw other cards cut.");
});

test("a seat that committed elsewhere is not accused, and a receipt that differs is", () => {
  assert.equal(says({ secret: OTHER, elsewhere: true }), "");
  const signed = { ...document, receipts: [["a note"], []] };
  assert.match(keptFaults(kept({ receipts: [{ step: "promise", note: "another" }] }), signed)[0].says, /another receipt “promise”/);
  assert.deepEqual(keptFaults(kept({ receipts: [{ step: "promise", note: "a note" }, { step: "over", note: "later" }] }), signed), []);
});

test("whether a browser kept anything", () => {
  assert.equal(keepsAnything({}), false);
  assert.equal(keepsAnything(kept()), true);
});
