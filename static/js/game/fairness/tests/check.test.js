import assert from "node:assert/strict";
import { test } from "node:test";

import { hex } from "../../../rng/bytes.js";
import * as cribfair from "../../../rng/cribfair.js";
import { checkDeal, dealerOf, sawCards } from "../check.js";

const GAME = "g1";
const bytes = (n) => new Uint8Array(32).fill(n);
const [x0, secret0, secret1] = [bytes(1), bytes(2), bytes(5)];
const rank = (card) => "A23456789TJQK".indexOf(card[0]);

function fairTable(changes = {}) {
  return {
    version: "cribfair/1",
    game: GAME,
    params: `{"game":"${GAME}","version":"cribfair/1"}`,
    tip: hex(cribfair.chainTip(GAME, x0)),
    commitments: [secret0, secret1].map((secret, seat) => hex(cribfair.seatCommitment(GAME, seat, secret))),
    secrets: [secret0, secret1].map(hex),
    links: Object.fromEntries([0, 1, 2, 3].map((d) => [d, hex(cribfair.link(GAME, x0, d))])),
    ...changes,
  };
}

const truth = checkDeal({ fair: fairTable(), d: 1, seen: { you: 0, dealer: 1 } }); // the cut makes seat 1 the dealer
const [mine, theirs] = truth.hands;

function seenOf(changes = {}) {
  return {
    you: 0,
    dealer: 1,
    dealt: mine,
    starter: truth.starter,
    played: [0, 1, 2, 3].flatMap((i) => [[0, mine[i]], [1, theirs[i]]]),
    show: {
      counts: [
        { seat: 0, what: "hand", cards: mine.slice(0, 4) },
        { seat: 1, what: "hand", cards: theirs.slice(0, 4) },
        { seat: 1, what: "crib", cards: [...mine.slice(4), ...theirs.slice(4)] },
      ],
    },
    ...changes,
  };
}

const check = (seen = {}, fair = {}, d = 1) => checkDeal({ fair: fairTable(fair), d, seen: seenOf(seen) });
const outside = truth.deck[20];

test("a true deal passes, and shows its deck and key", () => {
  const checked = check();
  assert.deepEqual(checked.faults, []);
  assert.ok(checked.ok);
  assert.match(checked.says, /In deal 1 every card you saw is in its place/);
  assert.equal(checked.deck.length, 52);
  assert.equal(checked.key.length, 128);
  assert.equal(checked.link, fairTable().links[1]);
});

const named = (dealer) => fairTable({ params: `{"first_dealer":${dealer},"game":"${GAME}","version":"cribfair/1"}` });

test("pone has the even places and the dealer the odd ones, in either seat", () => {
  for (const dealer of [0, 1]) {
    const { deck, hands } = checkDeal({ fair: named(dealer), d: 1, seen: { you: 0, dealer } });
    const places = (odd) => deck.slice(0, 12).filter((_, place) => place % 2 === odd);
    assert.deepEqual([hands[1 - dealer], hands[dealer]], [places(0), places(1)]);
  }
});

test("the deal alternates, starting from the named dealer or the winner of the cut", () => {
  assert.deepEqual([1, 2, 3].map((d) => dealerOf(named(0), d)), [0, 1, 0]);
  const first = dealerOf(fairTable(), 1);
  assert.deepEqual([2, 3].map((d) => dealerOf(fairTable(), d)), [1 - first, first]);
  assert.equal(
    dealerOf(fairTable({ links: { 3: fairTable().links[3] } }), 1),
    first,
    "the cut follows from any later link",
  );
});

test("a deal by the wrong seat is detected", () => {
  const dealer = dealerOf(fairTable(), 2);
  const wrong = checkDeal({ fair: fairTable(), d: 2, seen: { you: 0, dealer: 1 - dealer } });
  assert.match(wrong.says, /other seat’s turn to deal/);
  assert.ok(checkDeal({ fair: fairTable(), d: 2, seen: { you: 0, dealer } }).ok);
});

test("a deal whose link is missing is checked by the next one", () => {
  const skipped = { links: { 3: fairTable().links[3] } };
  assert.ok(check({}, skipped).ok);
  assert.match(check({ starter: outside }, skipped).says, /The starter was/);
});

test("a cut is a fault if the dealer was named", () => {
  const { says } = checkDeal({ fair: named(0), d: 0, seen: { you: 0, dealer: 0, cut: [["2H", "3H"]] } });
  assert.match(says, /already fixed/);
});

test("whether a page saw any card of a deal", () => {
  const nothing = { you: 0, dealer: 1, cut: null, dealt: null, starter: null, played: [], show: { counts: [] } };
  assert.equal(sawCards(nothing), false);
  for (const change of [{ dealt: mine }, { starter: "5H" }, { played: [[0, "5H"]] }, { cut: [["5H", "6H"]] }]) {
    assert.equal(sawCards({ ...nothing, ...change }), true);
  }
});

test("a deal that ended early, or was only watched, is checked as far as possible", () => {
  assert.ok(check({ played: [], show: null, starter: null }).ok);
  assert.ok(check({ you: null, dealt: null }).ok);
});

test("a hand sorted on the screen counts as the same hand", () => {
  assert.ok(check({ dealt: [...mine].sort() }).ok);
});

const lies = {
  "a card I was never dealt": [{ dealt: [outside, ...mine.slice(1)] }, /You were dealt/],
  "five cards dealt": [{ dealt: mine.slice(1) }, /5 cards, not six/],
  "another starter": [{ starter: outside }, /The starter was/],
  "a card played from nowhere": [
    { played: [[1, outside]], show: null },
    /Your opponent played .* gives to neither player/,
  ],
  "a card played that is mine": [{ played: [[1, mine[0]]], show: null }, /gives to the other seat/],
  "a card played twice": [{ played: [[1, theirs[0]], [1, theirs[0]]], show: null }, /played twice/],
  "a hand that grew better": [
    { played: [], show: { counts: [{ seat: 1, what: "hand", cards: [...theirs.slice(0, 3), outside] }] } },
    /your opponent's hand: .* was never dealt/,
  ],
  "a hand without a card that was played": [
    { played: [[1, theirs[5]]], show: { counts: [{ seat: 1, what: "hand", cards: theirs.slice(0, 4) }] } },
    /was played and is not in it/,
  ],
  "a crib with three of one seat": [
    { played: [], show: { counts: [{ seat: 1, what: "crib", cards: [mine[0], ...theirs.slice(3)] }] } },
    /1 of your cards/,
  ],
  "a crib with a card that was played": [
    {
      played: [[0, mine[5]]],
      show: { counts: [{ seat: 1, what: "crib", cards: [...mine.slice(4), ...theirs.slice(4)] }] },
    },
    /kept in a hand/,
  ],
};
for (const [lie, [seen, says]] of Object.entries(lies)) {
  test(`${lie} is detected`, () => {
    const checked = check(seen);
    assert.ok(!checked.ok);
    assert.match(checked.says, says);
  });
}

const forgeries = {
  "another tip": [{ tip: hex(bytes(9)) }, /commitment from before the game/],
  "another link": [{ links: { ...fairTable().links, 1: hex(bytes(9)) } }, /does not match/],
  "an earlier link that does not lead here": [{ links: { ...fairTable().links, 0: hex(bytes(9)) } }, /deal 0/],
  "another secret": [{ secrets: [hex(secret0), hex(bytes(9))] }, /secret of seat 1/],
  "another commitment": [{ commitments: [hex(bytes(9)), fairTable().commitments[1]] }, /secret of seat 0/],
  "params of another game": [{ params: '{"game":"g2","version":"cribfair/1"}' }, /another game/],
  "params of another version": [{ params: '{"game":"g1","version":"other"}' }, /not dealt by/],
  "no link yet": [{ links: {} }, /cannot be checked: the server has not revealed/],
  "no secret yet": [{ secrets: [hex(secret0), null] }, /seat 1 has not revealed/],
  "hex that is none": [{ tip: "tip" }, /./],
  "nothing at all": [{ params: null, links: null, secrets: null }, /cannot be checked: .* not complete/],
};
for (const [forgery, [fair, says]] of Object.entries(forgeries)) {
  test(`${forgery} is detected`, () => {
    const checked = check({}, fair);
    assert.ok(!checked.ok);
    assert.match(checked.says, says);
  });
}

test("each version of the protocol is checked, and only if the params name it", () => {
  const params = `{"game":"${GAME}","version":"cribfair/2"}`;
  const signed = fairTable({ params, version: "cribfair/2" });
  assert.ok(checkDeal({ fair: signed, d: 1, seen: { you: 0, dealer: dealerOf(signed, 1) } }).ok);
  assert.match(check({}, { params }).says, /not dealt by/);
  assert.match(check({}, { version: "cribfair/2" }).says, /not dealt by/);
});

test("the link of a later deal does not replace this one's", () => {
  assert.ok(!check({}, { links: { 0: fairTable().links[0], 1: fairTable().links[2] } }).ok);
});

test("a link is checked back to the tip even where links between are missing", () => {
  const only = { links: { 3: fairTable().links[3] } };
  assert.ok(check({ dealt: null, starter: null, played: [], show: null }, only, 3).ok);
});

test("the cut for deal is the deck's first cards, and the lower one deals", () => {
  const { deck } = checkDeal({ fair: fairTable(), d: 0, seen: {} });
  const pairs = [[deck[0], deck[1]], [deck[2], deck[3]]];
  const cut = pairs.slice(0, rank(deck[0]) === rank(deck[1]) ? 2 : 1);
  const [a, b] = cut.at(-1);
  const dealer = rank(a) < rank(b) ? 0 : 1;
  const checkCut = (seen) => checkDeal({ fair: fairTable(), d: 0, seen: { you: 0, dealer, cut, ...seen } });
  assert.deepEqual(checkCut({}).faults, []);
  assert.match(checkCut({ dealer: 1 - dealer }).says, /lower card/);
  assert.match(checkCut({ cut: [[a, deck[30]]] }).says, /Your opponent cut/);
  assert.match(checkCut({ cut: [...cut, [deck[2 * cut.length], deck[2 * cut.length + 1]]] }).says, /went on/);
});
