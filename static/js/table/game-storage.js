/** Saves in this browser what it needs of a game: its secret, what it saw, where the pegs stood. */

const storageKey = (game) => `every-other:${game}`;

export function loadGame(game) {
  try {
    return JSON.parse(localStorage.getItem(storageKey(game))) ?? {};
  } catch {
    return {};
  }
}

/** Saves a game; of two tabs the first draws the secret for both. Returns whether it was saved. */
export function saveGame(game, kept) {
  try {
    const { secret } = loadGame(game);
    if (secret) kept.secret = secret;
    localStorage.setItem(storageKey(game), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Removes all but the newest few games. */
export function removeOldGames(game, most = 12) {
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith("every-other:") && key !== storageKey(game));
    const age = (key) => JSON.parse(localStorage.getItem(key)).at ?? 0;
    others.sort((a, b) => age(b) - age(a)).slice(most).forEach((key) => localStorage.removeItem(key));
  } catch {
    // Without storage there is nothing to remove.
  }
}
