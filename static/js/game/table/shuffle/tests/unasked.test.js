// What the table plays for this seat in a day-each game is bound by what the seat signs next.

import assert from "node:assert/strict";
import { test } from "node:test";
import { extendChain, signCommitment, signMoves } from "../../../fairness/seat-key.js";
import { MoveSigner } from "../move-signer.js";
import { START, followUnasked, playsUnasked } from "../unasked.js";

const fair = { game: "g1", params: '{"unasked":["go","last-card"]}', tip: "0".repeat(64) };
const seed = "7".repeat(64);
const played = (seat, card) => ({ e: "played", seat, card, count: 0 });
const go = (seat) => ({ e: "go", seat });
const dealt = (number) => ({ e: "dealt", number });
const view = (more = {}) => ({ deal: 1, phase: "play", played: [], throw: [], ...more });

test("a game says in its params what it plays unasked", () => {
  assert.deepEqual(
    [playsUnasked(fair.params), playsUnasked('{"unasked":[]}'), playsUnasked("{}")],
    [true, false, false],
  );
});

test("every go and every fourth card of a deal is the table's", () => {
  const moves = [
    { ply: 2, events: [dealt(1)] },
    ...["AC", "2C", "3C", "4C"].map((card, n) => ({ ply: 3 + n, events: [played(0, card)] })),
    { ply: 7, events: [go(1)] },
    { ply: 9, events: [go(0), dealt(2), played(0, "5C")] },
  ];
  const { followed, made } = followUnasked(START, moves, 0);
  assert.deepEqual(made, [{ deal: 1, token: "a4C" }, { deal: 1, token: "a-go" }]);
  assert.deepEqual(followed, { ply: 9, deal: 2, cards: 1 });
  assert.deepEqual(followUnasked(followed, moves, 0), { followed, made: [] }, "each once");
});

function signer(more = {}) {
  const { chain } = signCommitment({ fair, you: 0, commitment: "c", seed });
  const saved = { seed, chain, followed: { ply: 5, deal: 1, cards: 2 }, ...more };
  return { chain, saved, signer: new MoveSigner({ game: "g1", saved, save: () => {} }, () => null) };
}

const signatureOf = (chain, ...tokens) =>
  signMoves({ game: "g1", you: 0, chain: tokens.reduce((bound, token) => extendChain(bound, 1, token), chain), seed });

const threes = { kind: "play", card: "3C" };

test("a signature binds the go that was played after the move before", () => {
  const { chain, signer: mine } = signer();
  assert.equal(mine.sign(threes, 1, 0), signatureOf(chain, "a3C"));
  mine.follow(
    { t: "event", since: 5, ply: 8, events: [played(0, "3C"), go(1), go(0)], view: view({ played: [[0, "3C"]] }) },
    0,
  );
  mine.settle(true); // the acknowledgement comes behind the event
  assert.equal(mine.sign({ kind: "resign" }, 1, 0), signatureOf(chain, "a3C", "a-go", "a-resign"));
});

test("one that comes with the opponent's move is bound as well, and giving up that crossed it is not", () => {
  const { chain, signer: mine } = signer();
  mine.sign({ kind: "resign" }, 1, 0);
  mine.follow({ t: "event", since: 5, ply: 7, events: [played(1, "KD"), go(0)], view: view() }, 0);
  mine.settle(false);
  assert.equal(mine.sign(threes, 1, 0), signatureOf(chain, "a-go", "a3C"));
});

test("after a reload the history brings what was missed, once, and my move before it that had no answer", () => {
  const { chain, saved, signer: mine } = signer();
  mine.sign(threes, 1, 0);
  const history = [
    { ply: 5, events: [played(0, "2C")] },
    { ply: 6, events: [played(0, "3C")] },
    { ply: 7, events: [go(1)] },
    { ply: 8, events: [played(0, "4C")] },
  ];
  const frame = { t: "table", ply: 8, you: 0, history, view: view({ played: [[0, "2C"], [0, "3C"], [0, "4C"]] }) };
  const again = new MoveSigner({ game: "g1", saved: JSON.parse(JSON.stringify(saved)), save: () => {} }, () => null);
  again.settleByTable(frame);
  again.follow(frame, 0);
  again.follow(frame, 0);
  assert.equal(again.sign({ kind: "resign" }, 1, 0), signatureOf(chain, "a3C", "a4C", "a-resign"));
});

test("an event that follows something this page has not seen binds nothing, and neither does a page without a key", () => {
  const { chain, signer: mine } = signer();
  mine.follow({ t: "event", since: 6, ply: 7, events: [go(0)], view: view() }, 0);
  assert.equal(mine.sign(threes, 1, 0), signatureOf(chain, "a3C"));
  const { saved, signer: keyless } = signer({ seed: undefined });
  keyless.follow({ t: "event", since: 5, ply: 7, events: [go(0)], view: view() }, 0);
  assert.deepEqual(saved.chain, chain);
});
