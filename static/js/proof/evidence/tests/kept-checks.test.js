import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { countOthers, keepsAnything, keptFaults } from "../kept-checks.js";

const document = JSON.parse(readFileSync(new URL("../../../../../docs/reference/a-transcript.json", import.meta.url)));
const hands = document.deals[1].hands;

/** The data that an honest browser stored of the documented game in seat 0. */
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

test("an honest transcript matches the browser's data, with cards sorted in any order", () => {
  assert.equal(says({}), "");
  assert.equal(says(inDeal({ dealt: [...hands.dealt[0]].sort() })), "");
  assert.equal(says(inDeal({ dealt: null, played: [], show: { counts: [] }, starter: null, dealer: null })), "");
  assert.equal(faultsOf({}).length, 0);
});

const LIES = {
  "another tip": [{ pins: { tip: OTHER } }, /tip is not/],
  "other params": [{ pins: { params: "{}" } }, /params are not/],
  "another commitment": [{ pins: { commitments: [null, OTHER] } }, /another commitment of seat 1/],
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
  "another throw of mine": [inDeal({ thrown: hands.throws[1] }), /saw you discard other cards/],
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
  test(`a valid transcript of a game that was not played: ${lie}`, () => assert.match(says(change), expected));
}

test("a cut that this browser saw differently", () => {
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

test("everything that a browser saw of an honest game matches its transcript", () => {
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

test("the transcript of another game is refused", () => {
  assert.match(keptFaults({}, document, "another")[0].says, /another game/);
});

test("whether a browser stored anything", () => {
  assert.equal(keepsAnything({}), false);
  assert.equal(keepsAnything(kept()), true);
});

const movesOf = (...moves) => moves.map((move) => ({ move }));
const OWN = { fair: { params: '{"unasked":[]}' }, signatures: [null, null],
  moves: movesOf("#1", "a14", "b26", "a5H", "b-go", "a-pass", "a-resign") };
const ofMoves = (more) => ({ you: 0, base: {}, seed: "00", own: [], sent: ["1 a14", "1 a5H", "1 a-resign"], ...more });

test("the moves of its seat that a browser has not sent are counted, if it has the seat's key", () => {
  assert.deepEqual(countOthers(ofMoves(), OWN), { others: 0, made: 3 });
  assert.deepEqual(countOthers(ofMoves({ sent: ["1 throw", "1 a5H", "2 a-resign"] }), OWN), { others: 0, made: 3 });
  assert.deepEqual(countOthers(ofMoves({ sent: ["1 a14"] }), OWN), { others: 2, made: 3 });
  assert.equal(countOthers(ofMoves({ seed: undefined }), OWN), null);
  assert.equal(countOthers({ ...ofMoves(), base: undefined }, OWN), null);
});

test("goes and last cards that the table makes count as sent", () => {
  const unasked = { ...OWN, fair: { params: '{"unasked":["go","last-card"]}' },
    moves: movesOf("#1", "a14", "a5H", "a6H", "a-go", "a7H", "a8H", "#2", "a9H") };
  const sent = ["1 a14", "1 a5H", "1 a6H", "1 a7H"];
  assert.deepEqual(countOthers(ofMoves({ sent }), unasked), { others: 1, made: 7 });
});
