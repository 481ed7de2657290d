// Checks a transcript's proof that the public log contains its game. docs/reference/log.md has the forms.

import { gettext } from "../../ui/translate.js";
import { concat, hex, unhex, utf8 } from "../../rng/bytes.js";
import { sourceOf } from "../../game/fairness/deal-links.js";
import { fault } from "../../game/fairness/game-checks.js";
import { decodeBase64, openNote, parseVerifierKey } from "../../game/fairness/note.js";
import { hashOf } from "../../game/fairness/receipts.js";
import { canonicalJson } from "../../rng/json.js";
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

/** The key of the log that contains the whole game so far, or null. */
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
    if (!openings(game, log.open).some((text) => holds(checkpoint, log.open, text))) {
      yield fault(gettext("The log is not shown to hold the game's beginning."));
    }
    if (log.close && !result) yield fault(gettext("The log has the end of a game that goes on."));
    else if (log.close && !endings(game, log.close).some((text) => holds(checkpoint, log.close, text))) yield fault(
      gettext("The log is not shown to hold the game's end."),
    );
    else if (log.close && log.close.index <= log.open.index) yield fault(
      gettext("The log has the game's end before its beginning."),
    );
  }
}

/**
 * Whether a signed checkpoint is shown to hold a leaf that says this, at whatever time it was written.
 * @param {string} note @param {string} key the log's @param {{at: number, index: number, proof: string[]}} leaf
 * @param {object} facts
 */
export function holdsLeaf(note, key, leaf, facts) {
  const verifier = parseVerifierKey(key);
  const checkpoint = verifier && openCheckpoint(note, verifier);
  return Boolean(checkpoint) && holds(checkpoint, leaf, canonicalJson({ ...facts, at: leaf.at }));
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

/** The texts that the leaf of a game's beginning may have: older versions wrote no bots, 1.0 no decks either. */
function openings({ fair, clock }, { at }) {
  const { game, params, tip, version, commitments: [c0, c1] } = fair;
  const opening = { at, c0, c1, clock, game, kind: "open", params: hashOf(params), tip };
  const { bots = null, first_dealer_because: because } = JSON.parse(params);
  const reason = because === undefined ? {} : { first_dealer_because: because };
  const decks = { ...opening, version, source: decksOf(fair), ...reason };
  return [{ ...decks, bots }, decks, opening].map(canonicalJson);
}

/** Where shared decks come from, as the log names it. */
function decksOf(fair) {
  const source = sourceOf(fair);
  if (!source) return null;
  return "set" in source ? { set: source.set, round: source.round } : { game: source.game };
}

/** The texts that the leaf of a game's end may have: older versions did not write how far the game came. */
function endings({ fair, line, result }, { at }) {
  const why = line.endsWith(" -unshown") ? "unshown" : "unplayed";
  const isVoid = result.ended === "void";
  const ending = {
    at, digest: hashOf(line), game: fair.game, how: result.ended, kind: "close", void: isVoid ? why : null,
  };
  return [{ ...ending, reached: stageOf(line, fair.secrets) }, ending].map(canonicalJson);
}

/** How far a game came, as the log names it. */
function stageOf(line, secrets) {
  if (line.split(" ").some((word) => /^[ab][1-6]{2}$/.test(word))) return "discard";
  return secrets.every(Boolean) ? "secrets" : "commitments";
}

function holds({ size, root }, { index, proof }, text) {
  const reached = rootOf(sha256(concat(LEAF, utf8(text))), index, size, proof.map(unhex));
  return reached !== null && hex(reached) === root;
}

/** The root that a proof leads to from a leaf, or null if it is no proof of such a leaf. */
function rootOf(leaf, index, size, proof) {
  if (!proof.length || size < 2 || index >= size) return !proof.length && index === 0 && size === 1 ? leaf : null;
  const [below, last] = [proof.slice(0, -1), proof.at(-1)];
  const left = largestPowerBelow(size);
  const reached = index < left ? rootOf(leaf, index, left, below) : rootOf(leaf, index - left, size - left, below);
  if (!reached) return null;
  return sha256(index < left ? concat(NODE, reached, last) : concat(NODE, last, reached));
}

/** A size may have more bits than bitwise operators support. */
function largestPowerBelow(size) {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
