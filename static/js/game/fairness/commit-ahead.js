/**
 * Commits this browser to its part of a game by link when the link is made, before any friend has opened it. The secret
 * stays here: only the table page reveals it, in the protocol's order.
 */

import { hex, unhex } from "../../rng/bytes.js";
import { seatCommitment } from "../../rng/cribfair.js";
import { loadGame, saveGame } from "./game-storage.js";
import { freshSecret } from "./secret.js";

const LINKS_SEAT = 0; // the player who makes the link sits in the first seat

const commitmentTo = (game, secret) => hex(seatCommitment(game, LINKS_SEAT, unhex(secret)));

/**
 * Draws a secret for the game, or loads the stored one, and sends its commitment to the server.
 * @param {string} game @param {{standing: string | null, takeWords: () => string,
 *   send: (c: string) => Promise<{ok: boolean, error?: string}>}} link  `standing`: the commitment that the server
 *   shows
 * @returns {Promise<"stands" | "elsewhere" | "unkept" | "failed">} the outcome
 */
export async function commitAhead(game, { standing, takeWords, send }) {
  const saved = loadGame(game);
  if (standing && (!saved.secret || commitmentTo(game, saved.secret) !== standing)) return markElsewhere(game, saved);
  saved.secret ??= hex(freshSecret(takeWords()));
  saved.ahead = true;
  if (!saveGame(game, saved)) return "unkept"; // without storage the secret would be lost, and the game with it
  const c = commitmentTo(game, saved.secret);
  const { ok, error } = standing ? { ok: true } : await send(c);
  if (error === "committed") return markElsewhere(game, saved);
  if (!ok) return "failed";
  return pinCommitment(game, c) ? "stands" : "unkept";
}

/** Pins the accepted commitment. If the game shows another one for this seat, the table page detects it. */
function pinCommitment(game, c) {
  const saved = loadGame(game);
  return Boolean(saved.pins?.commitments) || saveGame(game, { ...saved, pins: { commitments: [c, null] } });
}

/**
 * Records that another device was first. If the server has accepted ours before, that is false, and the table page will
 * detect it.
 */
function markElsewhere(game, saved) {
  if (saved.secret && !saved.pins?.commitments) saveGame(game, { ...saved, elsewhere: true });
  return "elsewhere";
}
