// The moves of this seat that go on record are compared with what this browser sent; what it signs next binds all of
// them, also what the table played for it in a day-each game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { extendChain, signCommitment, signMoves } from "../../../fairness/seat-key.js";
import { MoveSigner } from "../move-signer.js";
import { START, followOwn, playsUnasked, THROW } from "../own-moves.js";

const fair = { game: "g1", params: '{"unasked":["go","last-card"]}', tip: "0".repeat(64) };
const seed = "7".repeat(64);
const six = ["AC", "2C", "3C", "4C", "5C", "6C"];
const played = (seat, card) => ({ e: "played", seat, card, count: 0 });
const go = (seat) => ({ e: "go", seat });
const dealt = (number) => ({ e: "dealt", number });
const view = (more = {}) => ({ deal: 1, phase: "play", played: [], throw: [], ...more });
const UNASKED = { isUnasked: true };

test("a game says in its params what it plays unasked", () => {
  assert.deepEqual(
    [playsUnasked(fair.params), playsUnasked('{"unasked":[]}'), playsUnasked("{}")],
    [true, false, false],
  );
});

test("all that a seat does is its own move, but for what the clock does and what the other seat does", () => {
  const moves = [{ ply: 9, events: [
    dealt(1), { e: "thrown", seat: 0 }, { e: "thrown", seat: 1 }, played(0, "AC"), played(1, "KC"), go(0),
    { e: "claimed", seat: 0, what: "hand", points: 12 }, { e: "called", seat: 0, points: 2 },
    { e: "called", seat: 0, points: 0 }, { e: "over", winner: 1, value: 1, how: "resigned" },
  ] }];
  const { made } = followOwn(START, moves, 0);
  assert.deepEqual(made.map(({ token }) => token), [THROW, "aAC", "a-go", "a=12", "a+2", "a-resign"]);
  assert.ok(made.every(({ deal, isTables }) => deal === 1 && !isTables));
  for (const how of ["flag", "left", "void", "played"]) {
    assert.deepEqual(followOwn(START, [{ ply: 1, events: [{ e: "over", winner: 1, value: 1, how }] }], 0).made, []);
  }
  const theirs = [{ ply: 1, events: [{ e: "over", winner: 0, value: 1, how: "resigned" }] }];
  assert.deepEqual(followOwn(START, theirs, 0).made, []);
});

test("every go and every fourth card of a deal is the table's, where it plays them unasked", () => {
  const moves = [
    { ply: 2, events: [dealt(1)] },
    ...["AC", "2C", "3C", "4C"].map((card, n) => ({ ply: 3 + n, events: [played(0, card)] })),
    { ply: 7, events: [go(1)] },
    { ply: 9, events: [go(0), dealt(2), played(0, "5C")] },
  ];
  const { followed, made } = followOwn(START, moves, 0, UNASKED);
  const tables = made.filter(({ isTables }) => isTables).map(({ deal, token }) => ({ deal, token }));
  assert.deepEqual(tables, [{ deal: 1, token: "a4C" }, { deal: 1, token: "a-go" }]);
  assert.deepEqual(followed, { ply: 9, deal: 2, cards: 1 });
  assert.deepEqual(followOwn(followed, moves, 0), { followed, made: [] }, "each once");
});

function signer(more = {}) {
  const { chain } = signCommitment({ fair, you: 0, commitment: "c", seed });
  const saved = { seed, base: chain, sent: [], own: [], followed: { ply: 5, deal: 1, cards: 2 }, ...more };
  return { chain, saved, signer: new MoveSigner({ game: "g1", saved, save: () => {} }, () => six) };
}

const signatureOf = (chain, ...tokens) =>
  signMoves({ game: "g1", you: 0, chain: tokens.reduce((bound, token) => extendChain(bound, 1, token), chain), seed });

const threes = { kind: "play", card: "3C" };
const event = (since, ply, ...events) => ({ t: "event", since, ply, events, view: view() });

test("a signature binds the go that was played after the move before", () => {
  const { chain, signer: mine } = signer();
  assert.equal(mine.sign(threes, 1, 0), signatureOf(chain, "a3C"));
  assert.equal(mine.follow(event(5, 8, played(0, "3C"), go(1), go(0)), 0, UNASKED), null);
  assert.equal(mine.confirm(8), null); // the acknowledgement comes behind the event
  assert.equal(mine.sign({ kind: "resign" }, 1, 0), signatureOf(chain, "a3C", "a-go", "a-resign"));
});

test("one that comes with the opponent's move is bound as well, and giving up that crossed it is not", () => {
  const { chain, signer: mine } = signer();
  mine.sign({ kind: "resign" }, 1, 0);
  mine.follow(event(5, 7, played(1, "KD"), go(0)), 0, UNASKED);
  mine.settle(false);
  assert.equal(mine.sign(threes, 1, 0), signatureOf(chain, "a-go", "a3C"));
});

test("after a reload the history brings what was missed, once, and my move before it that had no answer", () => {
  const { chain, saved, signer: mine } = signer({ own: [{ word: "1 a2C", isOurs: true }], sent: ["1 a2C"] });
  mine.sign(threes, 1, 0);
  const history = [
    { ply: 5, events: [played(0, "2C")] },
    { ply: 6, events: [played(0, "3C")] },
    { ply: 7, events: [go(1)] },
    { ply: 8, events: [played(0, "4C")] },
  ];
  const frame = { t: "table", ply: 8, you: 0, history, view: view({ played: [[0, "2C"], [0, "3C"], [0, "4C"]] }) };
  const again = new MoveSigner({ game: "g1", saved: JSON.parse(JSON.stringify(saved)), save: () => {} }, () => six);
  again.follow(frame, 0, UNASKED);
  again.follow(frame, 0, UNASKED);
  assert.deepEqual(again.counts(), { moves: 3, sent: 3, elsewhere: new Set() });
  assert.equal(again.sign({ kind: "resign" }, 1, 0), signatureOf(chain, "a2C", "a3C", "a4C", "a-resign"));
});

test("a go that was lost on its way is sent again, and is one move", () => {
  const { chain, saved, signer: mine } = signer();
  mine.sign({ kind: "go" }, 1, 0);
  const again = new MoveSigner({ game: "g1", saved: JSON.parse(JSON.stringify(saved)), save: () => {} }, () => six);
  again.follow({ t: "table", ply: 5, you: 0, history: [], view: view() }, 0);
  assert.equal(again.sign({ kind: "go" }, 1, 0), signatureOf(chain, "a-go"));
  assert.equal(again.follow(event(5, 6, go(0)), 0), null);
  assert.match(again.follow(event(6, 7, go(0)), 0).says, /did not send: go/);
});

test("an event that follows something this page has not seen binds nothing, and neither does a page without a key", () => {
  const { chain, signer: mine } = signer();
  mine.follow(event(6, 7, go(0)), 0, UNASKED);
  assert.equal(mine.sign(threes, 1, 0), signatureOf(chain, "a3C"));
  const { saved, signer: keyless } = signer({ seed: undefined });
  assert.equal(keyless.follow(event(5, 7, go(0)), 0), null);
  assert.deepEqual(saved.own, []);
  assert.equal(keyless.sign(threes, 1, 0), undefined);
});

test("while this page is here no other move is made for the seat, unless the server says that it came unsigned", () => {
  for (const [more, isFault] of [[{}, true], [{ unsigned: true }, false]]) {
    const { chain, saved, signer: mine } = signer();
    mine.sign(threes, 1, 0);
    const fault = mine.follow({ ...event(5, 6, played(0, "4C")), ...more }, 0);
    assert.equal(fault !== null, isFault);
    assert.deepEqual(saved.own, [{ word: "1 a4C", isOurs: false }]);
    assert.deepEqual(mine.counts(), { moves: 1, sent: 0, elsewhere: new Set([1]) });
    mine.settle(false);
    assert.equal(mine.sign({ kind: "resign" }, 1, 0), undefined, "it vouches for no move of another device");
    assert.ok(chain);
  }
});

test("what was made while this page was away is counted, and accuses nobody", () => {
  const { signer: mine } = signer();
  const over = { e: "over", winner: 1, how: "resigned" };
  const history = [{ ply: 6, events: [played(0, "3C")] }, { ply: 7, events: [over] }];
  assert.equal(mine.follow({ t: "table", ply: 7, you: 0, history, view: view() }, 0), null);
  assert.deepEqual(mine.counts(), { moves: 2, sent: 0, elsewhere: new Set([1]) });
});

test("giving up may cross the next deal on its way", () => {
  const { signer: mine } = signer();
  mine.sign({ kind: "resign" }, 1, 0);
  const over = { e: "over", winner: 1, value: 1, how: "resigned" };
  assert.equal(mine.follow({ ...event(5, 7, dealt(2), over), view: view({ deal: 2 }) }, 0), null);
  assert.equal(mine.confirm(7), null);
  assert.deepEqual(mine.counts(), { moves: 1, sent: 1, elsewhere: new Set() });
});

test("a throw is compared by its cards, where they are seen", () => {
  const throws = { kind: "throw", cards: ["5C", "6C"] };
  const thrown = (cards) => ({ ...event(5, 6, { e: "thrown", seat: 0 }), view: view({ throw: cards }) });
  const { signer: mine } = signer();
  mine.sign(throws, 1, 0);
  assert.equal(mine.follow(thrown(["6C", "5C"]), 0), null);
  const { signer: other } = signer();
  other.sign(throws, 1, 0);
  assert.match(other.follow(thrown(["AC", "2C"]), 0).says, /did not send/);
});

test("a move that is made before the one before is acknowledged is confirmed by its own acknowledgement", () => {
  for (const isMade of [true, false]) {
    const { signer: mine } = signer();
    mine.sign(threes, 1, 0);
    mine.follow(event(5, 6, played(0, "3C"), go(1)), 0);
    mine.sign({ kind: "play", card: "4C" }, 1, 0);
    assert.equal(mine.takeEarlier().move, threes);
    if (isMade) mine.follow(event(6, 7, played(0, "4C")), 0);
    assert.equal(mine.takeEarlier(), null);
    assert.equal(mine.confirm(isMade ? 7 : 6) === null, isMade);
  }
});

test("an answer to the part of the shuffle is none to a move that was sent meanwhile", () => {
  for (const isRefused of [true, false]) {
    const { signer: mine } = signer();
    mine.awaitPart();
    mine.sign(threes, 1, 0);
    if (isRefused) assert.ok(mine.takeRefusal());
    else assert.equal(mine.takeEarlier().move, null);
    assert.ok(!mine.takeRefusal());
    mine.follow(event(5, 6, played(0, "3C"), go(1)), 0);
    assert.equal(mine.takeEarlier() ?? mine.confirm(6), null);
  }
});

test("a pass is acknowledged as well, and has no signature", () => {
  const { signer: mine } = signer();
  mine.sign({ kind: "pass" }, 1, 0);
  mine.sign({ kind: "claim", points: 4 }, 1, 0);
  assert.equal(mine.takeEarlier().move.kind, "pass");
  assert.equal(mine.follow(event(5, 6, { e: "claimed", seat: 0, points: 4 }), 0), null);
  assert.equal(mine.takeEarlier() ?? mine.confirm(6), null);
});

test("answers that were lost with the connection are not awaited", () => {
  const { signer: mine } = signer();
  mine.sign(threes, 1, 0);
  mine.follow(event(5, 6, played(0, "3C"), go(1)), 0);
  mine.sign({ kind: "play", card: "4C" }, 1, 0);
  mine.forgetEarlier();
  mine.follow(event(6, 7, played(0, "4C")), 0);
  assert.equal(mine.takeEarlier() ?? mine.confirm(7), null);
});

test("a move that stands by its acknowledgement alone, and is not on record, is a fault", () => {
  const { signer: mine } = signer();
  mine.sign(threes, 1, 0);
  assert.match(mine.confirm(5), /put another one on record/);
});
