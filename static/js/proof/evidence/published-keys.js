/** Reads which keys the public log names, and takes a new one only if an earlier one has announced it. */

import { unhex, utf8 } from "../../rng/bytes.js";
import { verify } from "../../rng/ed25519.js";
import { parseVerifierKey } from "../../game/fairness/note.js";
import { areKnown, loadKeys, saveKeys } from "../../game/fairness/site-keys.js";
import { get } from "../../ui/api.js";
import { holdsLeaf } from "./log-proof.js";

const HEX = /^[0-9a-f]{128}$/;

/** Whether the key before has signed for the next one, as game/log/announcing_keys.py has it. */
function isAnnounced({ signs, key, before, announced }) {
  const verifier = parseVerifierKey(before);
  const text = `cribfair key\nsigns ${signs}\nkey ${key}\nbefore ${before}\n`;
  return Boolean(verifier) && HEX.test(announced) && verify(verifier.key, utf8(text), unhex(announced));
}

/** What the log says in the leaf of a key. */
function leafOf({ signs, key, before, announced }) {
  return { kind: "key", signs, key, ...(before === undefined ? {} : { before, announced }) };
}

/**
 * The keys that this browser knows once it has read the log's.
 * @param {import("../../game/fairness/site-keys.js").SiteKeys} known
 * @param {{checkpoint: string, keys: {signs: string, key: string, before?: string, announced?: string | null,
 *   at: number, index: number, proof: string[]}[]}} published  as `GET /api/keys` has them
 * @returns {import("../../game/fairness/site-keys.js").SiteKeys}
 */
export function joinKeys(known, { checkpoint, keys }) {
  const isFirst = !known.log.length;
  const signers = isFirst ? keys.filter(({ signs }) => signs === "log").map(({ key }) => key) : known.log;
  const joined = { receipts: [...known.receipts], log: [...known.log] };
  for (const leaf of keys) {
    const of = joined[leaf.signs];
    const isLogged = of && signers.some((signer) => holdsLeaf(checkpoint, signer, leaf, leafOf(leaf)));
    if (!isLogged || of.includes(leaf.key)) continue;
    if (isFirst || (of.includes(leaf.before) && isAnnounced(leaf))) of.push(leaf.key);
  }
  return joined;
}

/**
 * Whether this site publishes the keys of a game: fetched where this browser does not know them.
 * @param {string} params
 * @returns {Promise<"published" | "unpublished" | "unread">}
 */
export async function checkKeys(params) {
  const known = loadKeys();
  if (areKnown(params, known)) return "published";
  const { ok, body } = await get("/api/keys");
  if (!ok) return "unread";
  const joined = joinKeys(known, body);
  saveKeys(joined);
  return areKnown(params, joined) ? "published" : "unpublished";
}
