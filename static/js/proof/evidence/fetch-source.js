/** Fetches what shows where a game's decks or its first dealer come from, and has it checked. */

import { sameAs, sharedBy } from "../../game/fairness/deal-links.js";
import { earlierGame } from "../../game/fairness/first-dealer.js";
import { loadPart, noteComputed, noteGame } from "../../game/fairness/take-part.js";
import { get } from "../../ui/api.js";
import { delayOf, segmentFault, verifyDecks } from "./decks.js";
import { faultOfEarlier } from "./earlier-game.js";
import { judgeFirst, judgeSet } from "./source.js";
import { verify } from "./transcript.js";

/**
 * @param {string} path
 * @returns {Promise<Uint8Array | null>} the file byte by byte; null where there is none
 */
async function fetchFile(path) {
  try {
    const answer = await fetch(path, { credentials: "same-origin" });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/**
 * Yields what this browser finds of the source of a game's decks, and again once it has computed their delay.
 * @param {object} fair what the server shows of the shuffle @param {string} game
 * @returns {AsyncGenerator<import("./source.js").Source>}
 */
export async function* checkSource(fair, game) {
  const shared = sharedBy(fair);
  if (!shared) {
    yield judgeFirst(fair, { first: await fetchFile(`/api/games/${sameAs(fair).game}/transcript`) });
    return;
  }
  const [record, log] = await Promise.all(
    [fetchFile(`/api/decks/${shared.set}/record`), get(`/api/decks/${shared.set}/log`)],
  );
  const judge = () => judgeSet(fair, { record, log: log.ok ? log.body : null, part: loadPart(shared.set), game });
  let found = judge();
  if (found.is === "uncomputed") {
    yield found;
    const wrong = await computeOnce(shared.root, record);
    if (!wrong) return;
    if (!wrong.length) noteComputed(shared.set, shared.root);
    found = wrong.length ? { ...found, fault: segmentFault(wrong[0]).says } : judge();
  }
  if (found.is === "mixed") noteGame(shared.set, shared.round, game);
  yield found;
}

/** The delays that are being computed, by their root. @type {Map<string, Promise<number[] | null>>} */
const computing = new Map();

/**
 * The wrong segments of a set's delay, or null where this browser cannot compute it.
 * @param {string} root @param {Uint8Array} record
 */
function computeOnce(root, record) {
  if (!computing.has(root)) computing.set(root, compute(delayOf(verifyDecks(record).document)));
  return computing.get(root);
}

/** @returns {Promise<number[] | null>} */
function compute(delay) {
  return new Promise((resolve) => {
    // Also right from the table's bundle, which this module is a part of.
    const worker = new Worker(new URL("../../proof/evidence/delay-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: wrong }) => {
      worker.terminate();
      resolve(wrong);
    });
    worker.addEventListener("error", () => resolve(null));
    worker.postMessage(delay);
  });
}

/**
 * Returns a fault of a named first dealer by the transcript of the game that decided it, or null if there is none or it
 * cannot be read.
 * @param {object} fair what the server shows of the shuffle
 * @returns {Promise<string | null>}
 */
export async function findEarlierFault(fair) {
  const file = await fetchFile(`/api/games/${earlierGame(fair)}/transcript`);
  return file && faultOfEarlier(fair, verify(file));
}
