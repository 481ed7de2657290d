/** What this browser keeps of a game: its secret, what it saw, where the pegs stood. */

const storageKey = (game) => `every-other:${game}`;

export function loadGame(game) {
  try {
    return JSON.parse(localStorage.getItem(storageKey(game))) ?? {};
  } catch {
    return {};
  }
}

/** Write it down; of two tabs the first has drawn the secret for both. Whether it is kept. */
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

/** Games long forgotten make room: only the newest few are kept. */
export function removeOldGames(game, most = 12) {
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith("every-other:") && key !== storageKey(game));
    const age = (key) => JSON.parse(localStorage.getItem(key)).at ?? 0;
    others.sort((a, b) => age(b) - age(a)).slice(most).forEach((key) => localStorage.removeItem(key));
  } catch {
    // Without storage there is nothing to tidy.
  }
}
