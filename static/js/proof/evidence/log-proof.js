// Checks a transcript's proof that the public log holds its game. docs/log.md has the forms.

import { gettext } from "../../ui/translate.js";
import { concat, hex, unhex, utf8 } from "../../rng/bytes.js";
import { fault } from "../../game/fairness/game-checks.js";
import { decodeBase64, openNote, parseVerifierKey } from "../../game/fairness/note.js";
import { hashOf } from "../../game/fairness/receipts.js";
import { sha256 } from "../../rng/sha2.js";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The key that the params name for the log, or null. */
function logOf({ fair }) {
  try {
    return parseVerifierKey(JSON.parse(fair.params).log);
  } catch {
    return null;
  }
}

/** The key of the log that holds all of the game that there is by now; null where none does. */
export function loggedBy(game) {
  const { log, result, fair } = game;
  return log && (log.close || !result) && logOf(game) ? JSON.parse(fair.params).log : null;
}

export function* logFaults(game) {
  const { log, result } = game;
  if (!log) return;
  const key = logOf(game);
  if (!key) {
    yield fault(gettext("The params name no log."));
    return;
  }
  const checkpoint = openCheckpoint(log.checkpoint, key);
  if (!checkpoint) yield fault(gettext("The checkpoint is not one that {name} has signed.", { name: key.name }));
  else {
    if (!holds(checkpoint, log.open, opening(game, log.open))) {
      yield fault(gettext("The log is not shown to hold the game's beginning."));
    }
    if (log.close && !result) yield fault(gettext("The log has the end of a game that goes on."));
    else if (log.close && !holds(checkpoint, log.close, ending(game, log.close))) yield fault(
      gettext("The log is not shown to hold the game's end."),
    );
    else if (log.close && log.close.index <= log.open.index) yield fault(
      gettext("The log has the game's end before its beginning."),
    );
  }
}

/** @returns {{size: number, root: string} | null} */
function openCheckpoint(note, key) {
  try {
    const [origin, size, coded, ...rest] = openNote(note, key).split("\n");
    const root = decodeBase64(coded ?? "");
    const isOne = origin === key.name && /^(?:0|[1-9][0-9]{0,14})$/.test(size) && root?.length === 32 && rest.length;
    return isOne ? { size: Number(size), root: hex(root) } : null;
  } catch {
    return null;
  }
}

// The names of a leaf stand in the order of the alphabet.

function opening({ fair, clock }, { at }) {
  const { game, params, tip, commitments: [c0, c1] } = fair;
  return JSON.stringify({ at, c0, c1, clock, game, kind: "open", params: hashOf(params), tip });
}

function ending({ fair, line, result }, { at }) {
  const why = line.endsWith(" -unshown") ? "unshown" : "unplayed";
  const isVoid = result.ended === "void";
  return JSON.stringify(
    { at, digest: hashOf(line), game: fair.game, how: result.ended, kind: "close", void: isVoid ? why : null },
  );
}

function holds({ size, root }, { index, proof }, text) {
  const reached = rootOf(sha256(concat(LEAF, utf8(text))), index, size, proof.map(unhex));
  return reached !== null && hex(reached) === root;
}

/** The root to which a proof leads from a leaf; null where it is no proof of such a leaf. */
function rootOf(leaf, index, size, proof) {
  if (!proof.length || size < 2 || index >= size) return !proof.length && index === 0 && size === 1 ? leaf : null;
  const [below, last] = [proof.slice(0, -1), proof.at(-1)];
  const left = largestPowerBelow(size);
  const reached = index < left ? rootOf(leaf, index, left, below) : rootOf(leaf, index - left, size - left, below);
  if (!reached) return null;
  return sha256(index < left ? concat(NODE, reached, last) : concat(NODE, last, reached));
}

/** A size may have more bits than the operators for bits have. */
function largestPowerBelow(size) {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
