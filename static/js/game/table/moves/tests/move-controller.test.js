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
