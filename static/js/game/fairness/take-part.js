/**
 * A player's part in decks that many tables share: makes a secret, commits to it, keeps it in this browser, and
 * shows it once
 * that is asked for. A page of an event or of a day calls `takePart` when its player joins, and again as often as it
 * likes: each call does what is due.
 */

import { get, post } from "../../ui/api.js";
import { hex, unhex } from "../../rng/bytes.js";
import { freshSecret } from "./secret.js";
import { entrantCommitment, rootOf } from "../../rng/shared-decks.js";

const PREFIX = "every-other-decks:";
const MOST_KEPT = 20;

/** @typedef {{secret: string, tip: string, params: string, at: number}} Kept what this browser keeps of a set */

/** @param {string} set @returns {Kept | null} */
export function loadPart(set) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + set));
  } catch {
    return null;
  }
}

/**
 * Keeps a part, and no more than the newest ones.
 * @param {string} set
 * @param {Kept} kept
 * @returns {boolean} whether it is kept
 */
function savePart(set, kept) {
  try {
    localStorage.setItem(PREFIX + set, JSON.stringify(kept));
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const ages = keys.map(
      (key) => ({ key, at: loadPart(key.slice(PREFIX.length))?.at ?? 0 }),
    ).sort((a, b) => b.at - a.at);
    for (const { key } of ages.slice(MOST_KEPT)) localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/**
 * Does what is due of this browser's part in a set.
 * @param {string} set @param {{typed?: string, fetchSet?: typeof fetchStatus, send?: typeof sendCall}} [how]
 *   `typed`: the player's own words
 * @returns {Promise<"waiting" | "revealed" | "closed" | "elsewhere" | "unkept" | "changed" | "failed">} what came
 *   of it:
 *   "waiting" for the others to commit; "elsewhere", for another device committed first; "unkept", for this
 *   browser keeps nothing; "changed", for the server shows another tip or other params than when this browser
 *   committed
 */
export async function takePart(set, { typed = "", fetchSet = fetchStatus, send = sendCall } = {}) {
  const status = await fetchSet(set);
  if (!status) return "failed";
  const kept = loadPart(set);
  if (kept && (kept.tip !== status.tip || kept.params !== status.params)) return "changed";
  if (status.must === "commit") return commit(set, status, { typed, send, fetchSet });
  if (status.commitment && !isOurs(status, kept)) return "elsewhere";
  if (status.must === "reveal") return (await send(set, "reveal", { secret: kept.secret })).ok ? "revealed" : "failed";
  if (status.revealed) return "revealed";
  return status.commitment ? "waiting" : "closed";
}

const isOurs = ({ set, me, commitment }, kept) =>
  Boolean(kept && hex(entrantCommitment(set, me, unhex(kept.secret))) === commitment);

async function commit(set, status, { typed, send, fetchSet }) {
  // A visitor gets an id with the first call that makes a guest of them: only then can they commit.
  const me = status.me ?? (await send(set, "enter", {})).body?.me;
  if (!me) return "failed";
  const kept = loadPart(set) ??
    { secret: hex(freshSecret(typed)), tip: status.tip, params: status.params, at: Date.now() };
  if (!savePart(set, kept)) return "unkept"; // without storage the secret would be lost
  const c = hex(entrantCommitment(set, me, unhex(kept.secret)));
  const { ok, body, error } = await send(set, "commit", revealsAtOnce(kept) ? { c, secret: kept.secret } : { c });
  if (error === "committed") return "elsewhere";
  if (!ok) return "failed";
  if (body.must === "reveal") return takePart(set, { fetchSet, send });
  return body.revealed ? "revealed" : "waiting";
}

const revealsAtOnce = ({ params }) => JSON.parse(params).reveals === "at-once";

/**
 * Whether a set's record has this browser's part in its root: a server that leaves a part out lists it as not shown.
 * @param {{set: string, params: string, tip: string, entrants: {player: string, commitment: string, secret: string
 *   | null}[], root: string | null}} record
 * @param {string} me
 */
export function isMixedIn(record, me) {
  const kept = loadPart(record.set);
  const own = record.entrants.find(({ player }) => player === me);
  const isSame = Boolean(
    kept && own?.secret === kept.secret && kept.tip === record.tip && kept.params === record.params,
  );
  return isSame && record.root === hex(rootOf(record.params, record.tip, record.entrants));
}

async function fetchStatus(set) {
  const { ok, body } = await get(`/api/decks/${set}`);
  return ok ? body : null;
}

async function sendCall(set, call, body) {
  const answer = await post(`/api/decks/${set}/${call}`, body);
  return { ok: answer.ok, body: answer.body, error: answer.ok ? null : answer.body?.error ?? null };
}
