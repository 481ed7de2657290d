// Checks the signatures of a transcript: all receipts that follow from it are there, and the seats signed their moves.

import { gettext } from "../../ui/translate.js";
import { unhex, utf8 } from "../../rng/bytes.js";
import { SHARED_PROTOCOL } from "../../rng/cribfair.js";
import { verify } from "../../rng/ed25519.js";
import { fault, scoresAtStart } from "../../game/fairness/game-checks.js";
import { openNote } from "../../game/fairness/note.js";
import { hashOf, signerOf } from "../../game/fairness/receipts.js";

const NONE = "-";
// Moves that the clock may make for a seat, which it does not sign.
const NOT_THE_SEATS_OWN = /-(flag|left|pass)$/;

const textOf = (...lines) => lines.map((line) => `${line}\n`).join("");

/** The key that signed the receipts of every person at the table, or null. */
export function signedBy({ fair, players, receipts }) {
  const isSigned = players.every(({ bot }, seat) => bot || receipts[seat].length);
  return isSigned && signerOf(fair.params) ? JSON.parse(fair.params).signer : null;
}

export function* receiptFaults(game) {
  const signer = signerOf(game.fair.params);
  if (!signer) {
    yield fault(gettext("The params name no key that signs receipts."));
    return;
  }
  for (const [seat, notes] of game.receipts.entries()) {
    if (game.players[seat].bot && notes.length) {
      yield fault(gettext("Seat {seat} is a bot's, and has receipts.", { seat }));
    }
    else if (notes.length) yield* faultsOfSeat(seat, notes, [...expectedReceipts(game, seat)], signer);
  }
}

function* faultsOfSeat(seat, notes, expected, signer) {
  for (const [n, { step, text }] of expected.entries()) {
    const about = { seat, step, name: signer.name };
    if (n >= notes.length) yield fault(gettext("Seat {seat}: the receipt \"{step}\" is missing.", about));
    else {
      const signed = opened(notes[n], signer);
      if (signed === null) yield fault(gettext("Seat {seat}: the receipt \"{step}\" is not signed by {name}.", about));
      else if (signed !== text) yield fault(
        gettext("Seat {seat}: the receipt \"{step}\" tells something else.", about),
      );
    }
  }
  if (notes.length > expected.length) {
    yield fault(gettext("Seat {seat} has more receipts than there are steps.", { seat }));
  }
}

function opened(note, signer) {
  try {
    return openNote(note, signer);
  } catch {
    return null;
  }
}

/** Every receipt that follows from a transcript, in order. */
function* expectedReceipts(game, seat) {
  const { fair } = game;
  let before = NONE;
  for (const [step, ...lines] of factsOf(game, seat)) {
    const [c0, c1] = step === "promise" ? [NONE, NONE] : fair.commitments.map((shown) => shown ?? NONE);
    const head = [
      `${fair.version} receipt`,
      `game ${fair.game}`,
      `seat ${seat}`,
      `step ${step}`,
      `params ${hashOf(fair.params)}`,
      `tip ${fair.tip}`,
    ];
    const text = textOf(...head, `c0 ${c0}`, `c1 ${c1}`, `after ${before}`, ...lines);
    yield { step, text };
    before = hashOf(text);
  }
}

function* factsOf({ fair, rules, deals, moves, result, line }, seat) {
  yield ["promise"];
  if (!fair.commitments.includes(null)) yield ["both-stand"];
  if (!fair.secrets.includes(null)) yield ["opened", `s0 ${fair.secrets[0]}`, `s1 ${fair.secrets[1]}`];
  const words = wordsByDeal(moves);
  for (const { number, cut, hands } of deals) {
    const dealer = (cut ?? hands).dealer;
    if (hands) yield [`saw ${number}`, `dealer ${dealer}`, `dealt ${hands.dealt[seat].join(" ")}`];
    const scores = hands?.scores ?? scoresAtStart(rules);
    if (cut || result || words.has(number + 1)) {
      yield [
        `shown ${number}`,
        `link ${fair.version === SHARED_PROTOCOL ? NONE : fair.links[number] ?? "None"}`,
        `dealer ${dealer}`,
        ["moves", ...(words.get(number) ?? [])].join(" "),
        `scores ${scores.join(" ")}`,
      ];
    }
  }
  if (result) {
    const { ended, winner, value, scores } = result;
    yield [
      "over",
      `ended ${ended}`,
      `winner ${winner ?? NONE}`,
      `value ${value}`,
      `scores ${scores.join(" ")}`,
      `line ${hashOf(line)}`,
    ];
  }
}

/** The recorded moves between one shuffle and the next. @returns {Map<number, string[]>} */
function wordsByDeal(moves) {
  const words = new Map();
  let current = null;
  for (const { move } of moves) {
    if (move[0] === "#") {
      const number = Number(move.slice(1));
      if (!words.has(number)) words.set(number, []);
      current = words.get(number);
    } else current?.push(move);
  }
  return words;
}

export function* signatureFaults(game) {
  for (const [seat, signed] of game.signatures.entries()) if (signed) yield* signatureFaultsOfSeat(game, seat, signed);
}

function* signatureFaultsOfSeat({ fair, moves }, seat, { key, commit, moves: count, signature }) {
  const statement = textOf(
    "cribfair/2 seat",
    `game ${fair.game}`,
    `seat ${seat}`,
    `params ${hashOf(fair.params)}`,
    `tip ${fair.tip}`,
    `commit ${fair.commitments[seat] ?? "None"}`,
    `key ${key}`,
  );
  if (!verifies(key, statement, commit)) {
    yield fault(gettext("The signature of seat {seat} does not fit its commitment.", { seat }));
  }
  const own = ownMoves(moves, seat);
  if (count > own.length) {
    yield fault(gettext("Seat {seat} made fewer moves than it is said to have signed.", { seat }));
  }
  else if ((signature === null) !== (count === 0)) yield fault(
    gettext("The signature of seat {seat} and the number of moves that it signed do not fit.", { seat }),
  );
  else if (signature) {
    const digest = own.slice(0, count).reduce((bound, move) => hashOf(`${bound} ${move}`), hashOf(statement));
    const text = textOf("cribfair/2 moves", `game ${fair.game}`, `seat ${seat}`, `count ${count}`, `moves ${digest}`);
    if (!verifies(key, text, signature)) {
      yield fault(gettext("The signature of seat {seat} does not fit its first {count} moves.", { seat, count }));
    }
  }
}

/** By seat how many moves its player has signed, and how many there are; null while the game goes on. */
export function countMoves({ players, signatures, moves, result }) {
  if (!result) return null;
  return players.map(
    ({ bot }, seat) => (bot ? null : [signatures[seat]?.moves ?? 0, ownMoves(moves, seat).length]),
  );
}

/** Each move that a seat made itself, behind the number of its deal. */
export function ownMoves(moves, seat) {
  let deal = 0;
  const own = [];
  for (const { move } of moves) {
    if (move[0] === "#") deal = Number(move.slice(1));
    else if (move[0] === "ab"[seat] && !NOT_THE_SEATS_OWN.test(move)) own.push(`${deal} ${move}`);
  }
  return own;
}

const verifies = (key, text, signature) => verify(unhex(key), utf8(text), unhex(signature));
