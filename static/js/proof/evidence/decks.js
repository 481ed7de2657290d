// Verifies the record of decks that many tables share: the same checks as standalone/verify.py, in the same order
// and words.

import { gettext } from "../../ui/translate.js";
import { hex, unhex } from "../../rng/bytes.js";
import { SHARED_PROTOCOL } from "../../rng/cribfair.js";
import { sharedBy } from "../../game/fairness/deal-links.js";
import { openDigested } from "./digest.js";
import { fault } from "../../game/fairness/game-checks.js";
import { MOST_STEPS, SEGMENTS, WHOLE, wrongSegments } from "../../rng/delay.js";
import { isCanonical } from "../../rng/json.js";
import {
  entrantCommitment,
  LINKS_A_ROUND,
  linkBack,
  mixOf,
  MOST_ROUNDS,
  rootOf,
  roundStream,
} from "../../rng/shared-decks.js";
import { isDecks, isObject, whole } from "../../game/fairness/transcript-shape.js";
import { judged, unreadable } from "./verdict.js";

const MARK = /"every-other\/decks\//;

/** Whether a file claims to be a record of decks, valid or not. @param {Uint8Array} file */
export function looksLikeDecks(file) {
  const text = new TextDecoder("latin1").decode(file);
  return MARK.test(text) && !text.includes("every-other/transcript");
}

/** @param {Uint8Array} file @returns {import("./verdict.js").Verdict} */
export function verifyDecks(file) {
  const { changed, document: decks } = openDigested(file);
  if (changed) return judged([fault(changed)]);
  if (!isDecks(decks)) return unreadable(gettext("This is not a complete record of decks of Every Other."));
  return judged(
    [...faultsOfDecks(decks)],
    {
      decks: decks.set,
      rounds: Object.keys(decks.links).length,
      delay: stepsOf(decks),
      segments: 0,
      document: decks,
    },
  );
}

/** The steps in a segment of the delay that a record's params name; 0 without one. @param {{params: string}} decks */
export function stepsOf({ params }) {
  const { delay } = isCanonical(params) ? JSON.parse(params) ?? {} : {};
  return whole(1, MOST_STEPS)(delay) ? delay : 0;
}

/** A set's delay as it is computed. @param {object} decks the record */
export const delayOf = (decks) => ({
  start: mixOf(decks.params, decks.tip, decks.entrants),
  steps: stepsOf(decks),
  values: decks.delay.map(unhex),
});

/**
 * The verdict on a record of decks once segments of its delay are computed again.
 * @param {import("./verdict.js").Verdict} found that on all else
 * @param {number[]} [segments]
 * @param {(computed: number) => void} [onProgress]
 * @returns {Promise<import("./verdict.js").Verdict>}
 */
export async function verifyDelay(found, segments = WHOLE, onProgress = undefined) {
  if (found.verdict !== "true" || !found.document.delay?.length) return found;
  const wrong = await wrongSegments(delayOf(found.document), segments, onProgress);
  const faults = wrong.map(segmentFault);
  return { ...found, verdict: faults.length ? "false" : "true", faults, segments: segments.length };
}

/** @param {number} segment that is wrong */
export const segmentFault = (segment) =>
  fault(gettext("Segment {segment} of the delay does not lead from one value to the next.", { segment }));

/**
 * The verdict on a transcript and the decks that it was dealt from.
 * @param {import("./verdict.js").Verdict} found that on the transcript alone
 * @param {Uint8Array} file the record of decks
 */
export function verifyBesideDecks(found, file) {
  if (found.verdict !== "true") return found;
  const ofDecks = verifyDecks(file);
  if (ofDecks.verdict !== "true") return ofDecks;
  const faults = [...faultsBeside(found.document, ofDecks.document)];
  return faults.length ? { ...found, verdict: "false", faults } : found;
}

function* faultsOfDecks({ set, params: written, tip, entrants, delay, root, links }) {
  const params = isCanonical(written) ? JSON.parse(written) : null;
  if (!isObject(params)) {
    yield fault(gettext("The params of the set cannot be read."));
    return;
  }
  if (params.version !== SHARED_PROTOCOL) {
    yield fault(gettext("The params of the set do not name {protocol}.", { protocol: SHARED_PROTOCOL }));
  }
  if (params.set !== set) yield fault(gettext("The params belong to another set."));
  if (!whole(1, MOST_ROUNDS)(params.rounds)) {
    yield fault(gettext("The params of the set name no number of rounds."));
    return;
  }
  if (!hasItsDelay(params, delay, root)) {
    yield fault(gettext("The params and the record of the set differ about its delay."));
    return;
  }
  if (entrants.some(({ player }, n) => n && player <= entrants[n - 1].player)) {
    yield fault(gettext("The entrants are not in the order of their ids, each once."));
  }
  for (const { player, commitment, secret } of entrants) {
    if (secret && hex(entrantCommitment(set, player, unhex(secret))) !== commitment) {
      yield fault(gettext("The secret of entrant {player} is not the one they committed to.", { player }));
    }
  }
  if (root && delay) {
    if (delay.at(-1) !== root) yield fault(gettext("The root is not the end of the delay."));
  } else if (root && hex(rootOf(written, tip, entrants)) !== root) {
    yield fault(gettext("The root does not follow from what the server and the entrants showed."));
  }
  let before = tip;
  for (let t = 1; t <= Math.max(0, ...Object.keys(links).map(Number)); t++) {
    const shown = links[t];
    if (t > params.rounds) yield fault(gettext("The set has no round {t}.", { t }));
    else if (!shown) yield fault(gettext("The link of round {t} is missing.", { t }));
    else if (before && hex(linkBack(set, unhex(shown), LINKS_A_ROUND)) !== before) {
      yield fault(gettext("The link of round {t} does not lead back to the one before.", { t }));
    }
    before = shown;
  }
  if (Object.keys(links).length && !root) yield fault(gettext("Links are shown of a set that has no root."));
}

/** Whether a record has a delay if its params name one, complete if there is a root. */
function hasItsDelay(params, delay, root) {
  if (!delay) return !Object.hasOwn(params, "delay");
  return whole(1, MOST_STEPS)(params.delay) && delay.length === (root ? SEGMENTS : 0);
}

function* faultsBeside({ fair, bot_stream: stream }, decks) {
  const shared = sharedBy(fair);
  if (!shared) {
    yield fault(gettext("The game is not dealt from shared decks."));
    return;
  }
  if (shared.set !== decks.set || shared.tip !== decks.tip || shared.root !== decks.root) {
    yield fault(gettext("The game is dealt from other decks than these."));
    return;
  }
  const t = shared.round;
  if (!decks.links[t]) {
    yield fault(gettext("The link of round {t} is not shown yet.", { t }));
    return;
  }
  const last = unhex(decks.links[t]);
  for (const d of Object.keys(fair.links).map(Number).sort((a, b) => a - b)) {
    if (fair.links[d] !== hex(linkBack(shared.set, last, LINKS_A_ROUND - Math.min(d, LINKS_A_ROUND)))) {
      yield fault(gettext("The link of deal {d} is not that of round {t}.", { d, t }), d);
    }
  }
  if (stream && stream !== roundStream(shared, last)) {
    yield fault(gettext("The bot's secret is not that of round {t}.", { t }));
  }
}
