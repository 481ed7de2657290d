import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { MoveController } from "../move-controller.js";
import { Store } from "../../store.js";

globalThis.addEventListener = () => {};
globalThis.document = { addEventListener: () => {} };

const hurl = { kind: "throw", cards: ["5H", "KD"] };

/** A table at which the server has not signed the deal yet. */
function unsignedTable() {
  const said = [];
  const fairPlay = {
    mayThrow: false,
    maySend: () => fairPlay.mayThrow,
    requestReceipts: () => said.push("receipts"),
    signer: { sign: () => "sig", settle: () => {} },
  };
  const socket = { ply: 0, mayReconnect: true, send: ({ t }) => said.push(t) };
  const store = new Store();
  const moves = new MoveController({ store, fairPlay, socket, redraw: () => {} });
  moves.send(hurl);
  return { moves, fairPlay, store, said };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("a discard that precedes the receipt of its deal waits for it, and is sent once", () => {
  const { moves, fairPlay, said } = unsignedTable();
  assert.deepEqual([moves.move, moves.moveState], [hurl, "sent"]);
  moves.handleReceipts();
  assert.deepEqual(said, ["receipts"], "what came was about something else");
  fairPlay.mayThrow = true;
  moves.handleReceipts();
  moves.handleReceipts();
  assert.deepEqual(said, ["receipts", "move"]);
  assert.deepEqual(moves.move, hurl);
});

test("the cards return to the hand if the server does not sign", () => {
  const { moves, store, said } = unsignedTable();
  mock.timers.tick(5_000);
  assert.equal(moves.move, null);
  assert.deepEqual(store.state.chosen, hurl.cards);
  assert.match(store.state.complaint, /has not signed your deal/);
  assert.deepEqual(said, ["receipts"]);
});

test("another tab's discard leaves no waiting move", () => {
  const { moves, said } = unsignedTable();
  moves.handleEvent({ view: { phase: "play", turn: [0] } });
  mock.timers.tick(5_000);
  assert.deepEqual([moves.move, said], [null, ["receipts"]]);
});

/** A table at which everything may be sent. */
function readyTable() {
  const sent = [];
  const fairPlay = {
    maySend: () => true,
    confirmMove: () => true,
    takeRefusal: () => false,
    signer: { sign: () => "sig", settle: () => {} },
  };
  const socket = { ply: 0, mayReconnect: true, send: ({ move }) => sent.push(move.kind) };
  const store = new Store();
  return { moves: new MoveController({ store, fairPlay, socket, redraw: () => {} }), sent };
}

test("giving up waits for the answer to a card, as the server could not make both", async () => {
  for (const answer of ["handleAck", "handleRefused"]) {
    const { moves, sent } = readyTable();
    moves.send({ kind: "play", card: "5H" });
    moves.send({ kind: "resign" });
    assert.deepEqual(sent, ["play"]);
    moves[answer]({ t: "refused", code: "stale" });
    await Promise.resolve();
    assert.deepEqual(sent, ["play", "resign"]);
  }
});

test("no card follows giving up", async () => {
  const { moves, sent } = readyTable();
  moves.send({ kind: "resign" });
  moves.send({ kind: "play", card: "5H" });
  moves.handleAck();
  await Promise.resolve();
  assert.deepEqual([sent, moves.move], [["resign"], null]);
});
