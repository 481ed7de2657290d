/**
 * A player's part in decks that many tables share: draws a secret, commits to it, stores it in this browser, and
 * reveals it on request. The page of an event or of a daily game calls `takePart` when its player joins, and may repeat
 * the call:
 * each call takes the step that is due.
 */

import { get, post } from "../../ui/api.js";
import { hex, unhex } from "../../rng/bytes.js";
import { freshSecret } from "./secret.js";
import { FEWEST_STEPS } from "../../rng/delay.js";
import { entrantCommitment, rootOf } from "../../rng/shared-decks.js";

const PREFIX = "every-other-decks:";
const MOST_KEPT = 20;

/**
 * The longest time in milliseconds between this browser's secret and the mix of all of them. The server cannot reach
 * the end of any delay of `FEWEST_STEPS` within it, so it cannot choose among the mixes that it could still make.
 */
export const MOST_WAIT = 12_000;

/**
 * @typedef {object} Kept  what this browser keeps of a set
 * @property {string} secret
 * @property {string | null} tip
 * @property {string | null} params
 * @property {number} at
 * @property {Record<string, string>} [games]  in which game each round of it was dealt
 * @property {number} [fewest]  the steps of a segment that this page asked for when it committed; older ones did not
 * @property {number} [revealedAt]  when it first sent the secret
 * @property {string} [mix]  the mix that it was shown after that, and how many milliseconds later
 * @property {number} [waited]
 * @property {string} [computed]  the root, once this browser has computed the delay again
 */

const SECRET = /^[0-9a-f]{64}$/; // as the pages of events kept it in version 1.0

/** @param {string} set @returns {Kept | null} */
export function loadPart(set) {
  try {
    const text = localStorage.getItem(PREFIX + set);
    return SECRET.test(text ?? "") ? { secret: text, tip: null, params: null, at: 0 } : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Stores a part, and removes all but the newest ones.
 * @param {string} set
 * @param {Kept} kept
 * @returns {boolean} whether it was stored
 */
function savePart(set, kept) {
  try {
    localStorage.setItem(PREFIX + set, JSON.stringify(kept));
    const ages = keptSets().map((one) => ({ one, at: loadPart(one)?.at ?? 0 })).sort((a, b) => b.at - a.at);
    for (const { one } of ages.slice(MOST_KEPT)) localStorage.removeItem(PREFIX + one);
    return true;
  } catch {
    return false;
  }
}

/** The sets that this browser has a part in. @returns {string[]} */
const keptSets = () =>
  Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));

/** The event or the day that a set is for, or null. @param {string | null | undefined} params */
function purposeOf(params) {
  const { event, daily } = JSON.parse(params ?? "{}");
  return event ?? daily ?? null;
}

/**
 * Whether this browser has a part in another set for the same event or day. A server could choose among their roots.
 * @param {string} params
 */
function hasPartElsewhere(params) {
  const purpose = purposeOf(params);
  return purpose !== null && keptSets().some((set) => purposeOf(loadPart(set)?.params) === purpose);
}

/**
 * Takes the step that is due for this browser's part in a set.
 * @param {string} set @param {{typed?: string, fetchSet?: typeof fetchStatus, send?: typeof sendCall}} [how]
 *   `typed`: the player's own words
 * @returns {Promise<"waiting" | "revealed" | "closed" | "elsewhere" | "unkept" | "changed" | "failed">} the
 *   outcome:
 *   "waiting" for the others to commit; "elsewhere": another device committed first; "unkept": this browser
 *   cannot store anything; "changed": the server shows another tip, other params, or another set than when this browser
 *   committed
 */
export async function takePart(set, { typed = "", fetchSet = fetchStatus, send = sendCall } = {}) {
  const status = await fetchSet(set);
  if (!status) return "failed";
  const kept = loadPart(set);
  if (kept?.tip && (kept.tip !== status.tip || kept.params !== status.params)) return "changed";
  if (!kept && hasPartElsewhere(status.params)) return "changed";
  if (status.must === "commit") return commit(set, status, { typed, send, fetchSet });
  if (status.commitment && !isOurs(status, kept)) return "elsewhere";
  if (status.must === "reveal") return reveal(set, kept, send);
  if (status.mix) noteMix(set, status.mix);
  if (status.revealed) return "revealed";
  return status.commitment ? "waiting" : "closed";
}

const isOurs = ({ set, me, commitment }, kept) =>
  Boolean(kept && hex(entrantCommitment(set, me, unhex(kept.secret))) === commitment);

async function commit(set, status, { typed, send, fetchSet }) {
  // A visitor gets an id with the first call, which makes a guest of them. Only then can they commit.
  const me = status.me ?? (await send(set, "enter", {})).body?.me;
  if (!me) return "failed";
  const kept = loadPart(set) ?? {
    secret: hex(freshSecret(typed)),
    tip: status.tip,
    params: status.params,
    at: Date.now(),
    fewest: FEWEST_STEPS,
  };
  if (revealsAtOnce(kept)) kept.revealedAt ??= Date.now();
  if (!savePart(set, kept)) return "unkept"; // without storage the secret would be lost
  const c = hex(entrantCommitment(set, me, unhex(kept.secret)));
  const { ok, body, error } = await send(set, "commit", revealsAtOnce(kept) ? { c, secret: kept.secret } : { c });
  if (error === "committed") return "elsewhere";
  if (!ok) return "failed";
  if (body.must === "reveal") return takePart(set, { fetchSet, send });
  return body.revealed ? "revealed" : "waiting";
}

async function reveal(set, kept, send) {
  savePart(set, { revealedAt: Date.now(), ...kept });
  return (await send(set, "reveal", { secret: kept.secret })).ok ? "revealed" : "failed";
}

/** Notes the first mix that is shown after this browser's secret, and how long that took. */
function noteMix(set, mix) {
  const kept = loadPart(set);
  if (kept?.revealedAt && !kept.mix) savePart(set, { ...kept, mix, waited: Date.now() - kept.revealedAt });
}

const revealsAtOnce = ({ params }) => JSON.parse(params).reveals === "at-once";

/**
 * Whether a set's record has this browser's part in its root. A server that omits a part lists it as not revealed.
 * @param {{set: string, params: string, tip: string, entrants: import("../../rng/shared-decks.js").Entrant[],
 *   delay?: string[], root: string | null}} record
 * @param {Kept | null} kept
 */
export function isMixedIn(record, kept = loadPart(record.set)) {
  const isSame = Boolean(kept?.tip && kept.tip === record.tip && kept.params === record.params);
  const isOwn = ({ player, commitment, secret }) =>
    secret === kept.secret && commitment === hex(entrantCommitment(record.set, player, unhex(secret)));
  const root = record.delay ? record.delay.at(-1) : hex(rootOf(record.params, record.tip, record.entrants));
  return isSame && record.entrants.some(isOwn) && record.root === root;
}

/** Notes the game that a round of a set was dealt in: this browser vouches for one. */
export function noteGame(set, round, game) {
  const kept = loadPart(set);
  if (kept && !kept.games?.[round]) savePart(set, { ...kept, games: { ...kept.games, [round]: game } });
}

/** Notes that this browser has computed the delay of a set again. @param {string} set @param {string} root */
export function noteComputed(set, root) {
  const kept = loadPart(set);
  if (kept) savePart(set, { ...kept, computed: root });
}

async function fetchStatus(set) {
  const { ok, body } = await get(`/api/decks/${set}`);
  return ok ? body : null;
}

async function sendCall(set, call, body) {
  const answer = await post(`/api/decks/${set}/${call}`, body);
  return { ok: answer.ok, body: answer.body, error: answer.ok ? null : answer.body?.error ?? null };
}
