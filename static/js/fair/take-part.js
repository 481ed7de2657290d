/** Gives this browser's part of the shuffle for decks that many tables will share: it commits, then reveals. */

import { get, post } from "../ui/api.js";
import { hex, unhex } from "./bytes.js";
import { freshSecret } from "./secret.js";
import { entrantCommitment } from "./shared-decks.js";

const PREFIX = "every-other-decks:";

/** The secret for a set, drawn once; null where this browser keeps nothing. @param {string} set */
function loadSecret(set) {
  try {
    const kept = localStorage.getItem(PREFIX + set) ?? hex(freshSecret());
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX) && one !== PREFIX + set)) localStorage.removeItem(key);
    localStorage.setItem(PREFIX + set, kept);
    return kept;
  } catch {
    return null;
  }
}

/**
 * Takes every step that the set waits for from this player.
 * @param {string} set @returns {Promise<boolean>} whether the player's secret is in the mix
 */
export async function takePart(set) {
  const secret = loadSecret(set);
  if (!secret) return false;
  const { ok, body } = await get(`/api/decks/${set}`);
  if (!ok || !body.me) return false;
  const c = hex(entrantCommitment(set, body.me, unhex(secret)));
  const send = { commit: { c }, reveal: { secret } };
  let status = body;
  for (let steps = 0; status.must && steps < 2; steps++) {
    const answer = await post(`/api/decks/${set}/${status.must}`, send[status.must]);
    if (!answer.ok) return false; // too late, or another device was first: the decks do without this part
    status = answer.body;
  }
  return Boolean(status.revealed);
}
