/** Signs for a seat: its commitment, and all its moves, as docs/explanation/fairness.md describes. Pure. */

import { hex, unhex, utf8 } from "../../rng/bytes.js";
import { publicKey, sign } from "../../rng/ed25519.js";
import { hashOf } from "./receipts.js";

/** @typedef {{moves: number, digest: string}} MoveChain the number of moves of a seat, and the hash that binds them */

const textOf = (...lines) => lines.map((line) => `${line}\n`).join("");
const signed = (seed, text) => hex(sign(unhex(seed), utf8(text)));

/**
 * Signs a commitment, and starts the chain of moves.
 * @param {{fair: object, you: number, commitment: string, seed: string}} seat
 */
export function signCommitment({ fair, you, commitment, seed }) {
  const key = hex(publicKey(unhex(seed)));
  const text = textOf(
    "cribfair/2 seat",
    `game ${fair.game}`,
    `seat ${you}`,
    `params ${hashOf(fair.params)}`,
    `tip ${fair.tip}`,
    `commit ${commitment}`,
    `key ${key}`,
  );
  return { key, sig: signed(seed, text), chain: { moves: 0, digest: hashOf(text) } };
}

/** The chain with one more move. @param {MoveChain} chain @returns {MoveChain} */
export const extendChain = ({ moves, digest }, deal, token) => (
  { moves: moves + 1, digest: hashOf(`${digest} ${deal} ${token}`) }
);

/** @param {{game: string, you: number, chain: MoveChain, seed: string}} seat @returns {string} */
export const signMoves = ({ game, you, chain, seed }) =>
  signed(
    seed,
    textOf("cribfair/2 moves", `game ${game}`, `seat ${you}`, `count ${chain.moves}`, `moves ${chain.digest}`),
  );

/**
 * A move as it is recorded, or null for a move that a seat does not sign because the clock may also make it.
 * @param {{kind: string}} move @param {number} you @param {string[] | null} dealt the six cards in the order they
 *   were dealt
 */
export function tokenOf(move, you, dealt) {
  const body = {
    throw: () => dealt && move.cards.map((card) => dealt.indexOf(card) + 1).sort().join(""),
    play: () => move.card,
    go: () => "-go",
    claim: () => `=${move.points}`,
    call: () => `+${move.points}`,
    resign: () => "-resign",
  }[move.kind]?.();
  return body ? "ab"[you] + body : null;
}
