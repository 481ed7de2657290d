import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { keepsAnything, keptFaults } from "../kept-checks.js";

const document = JSON.parse(readFileSync(new URL("../../../../../docs/a-transcript.json", import.meta.url)));
const hands = document.deals[1].hands;

/** What an honest browser kept of the documented game in seat 0. */
const kept = (change = {}) => ({
  you: 0,
  secret: document.fair.secrets[0],
  pins: { ...document.fair },
  seen: {
    0: { you: 0, cut: document.deals[0].cut?.cards ?? null, dealer: null },
    1: {
      you: 0,
      dealer: hands.dealer,
      dealt: hands.dealt[0],
      starter: hands.starter,
      played: hands.plays.filter(({ card }) => card).map(({ seat, card }) => [seat, card]),
      show: { counts: hands.counts },
    },
  },
  ...change,
});
const faultsOf = (what, shown = document) => keptFaults(what, shown, document.game);
const says = (change) => faultsOf(kept(change)).map((fault) => fault.says).join(" ");
const inDeal = (change) => ({ seen: { 1: { ...kept().seen[1], ...change } } });
const OTHER = "0".repeat(64);

test("an honest transcript is what this browser kept, in whatever order it sorted its cards", () => {
  assert.equal(says({}), "");
  assert.equal(says(inDeal({ dealt: [...hands.dealt[0]].sort() })), "");
  assert.equal(says(inDeal({ dealt: null, played: [], show: { counts: [] }, starter: null, dealer: null })), "");
  assert.equal(faultsOf({}).length, 0);
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
  "a game that went on longer": [{ seen: { 99: kept().seen[1] } }, /cards in deal 99, which is missing/],
  "a link left out at the end": [{ pins: { links: { 99: OTHER } } }, /link of deal 99, which is missing/],
  "the cards played in another order": [inDeal({ played: kept().seen[1].played.toReversed() }), /other cards played/],
  "other cards held": [inDeal({ dealt: null, held: [hands.dealt[1][0]] }), /other cards in your hand/],
  "another throw of mine": [inDeal({ thrown: hands.throws[1] }), /saw you throw other cards/],
  "a hand that counted more": [
    inDeal({ show: { counts: [{ ...hands.counts[0], points: hands.counts[0].points + 1 }] } }),
    /other hands counted/,
  ],
  "a hand that lay open": [
    inDeal({ show: { counts: [{ seat: 0, what: "hand", cards: hands.dealt[1].slice(0, 4) }] } }),
    /other hands counted/,
  ],
  "other cards open at the end": [inDeal({ open: { dealt: hands.dealt.toReversed() } }), /other cards lie open/],
  "another score": [inDeal({ scores: [0, 120] }), /another score/],
  "another winner": [inDeal({ result: { ...document.result, winner: 1 - document.result.winner } }), /another result/],
  "an alarm at the table": [{ alarm: "It lied." }, /table’s page found: It lied/],
  "a deal found wrong at the table": [{ wrong: { 1: {} } }, /found this deal wrong/],
  "another hand counted": [
    inDeal({ show: { counts: [{ seat: 0, what: "hand", cards: hands.dealt[1].slice(0, 4) }] } }),
    /other hands counted/,
  ],
};
for (const [lie, [change, expected]] of Object.entries(LIES)) {
  test(`a true transcript of a game that was not played: ${lie}`, () => assert.match(says(change), expected));
}

test("a cut that this browser saw otherwise", () => {
  const cut = {
    game: document.game,
    result: null,
    deals: [{ number: 0, cut: { cards: [["2H", "KD"]], dealer: 0 } }],
    fair: document.fair,
  };
  assert.equal(faultsOf({ seen: { 0: { cut: [["3H", "KD"]] } } }, cut)[0].says, "This browser saw other cards cut.");
});

test("a seat that committed elsewhere is not accused, and a receipt that differs is", () => {
  assert.equal(says({ secret: OTHER, elsewhere: true }), "");
  const signed = { ...document, receipts: [["a note"], []] };
  assert.match(
    faultsOf(kept({ receipts: [{ step: "promise", note: "another" }] }), signed)[0].says,
    /another receipt “promise”/,
  );
  assert.deepEqual(
    faultsOf(kept({ receipts: [{ step: "promise", note: "a note" }, { step: "over", note: "later" }] }), signed),
    [],
  );
});

test("all that a browser saw of an honest game fits its transcript, to the end", () => {
  const { winner, value, ended } = document.result;
  const { dealt, throws, counts, scores } = hands;
  assert.equal(
    says(
      inDeal(
        {
          held: dealt[0],
          thrown: throws[0],
          open: { dealt, throws },
          scores,
          show: { counts },
          result: { winner, value, ended },
        },
      ),
    ),
    "",
  );
  assert.equal(
    says(inDeal({ show: { counts: counts.map(({ seat, what, cards }) => ({ seat, what, cards })) } })),
    "",
    "laid open, and counted by nobody any more",
  );
});

test("the transcript of another game is not this one's", () => {
  assert.match(keptFaults({}, document, "another")[0].says, /another game/);
});

test("whether a browser kept anything", () => {
  assert.equal(keepsAnything({}), false);
  assert.equal(keepsAnything(kept()), true);
});
