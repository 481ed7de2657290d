/** Saves what this browser needs of a game: its secret, the cards it saw, signed receipts, and the peg positions. */

const PREFIX = "every-other:";
const MOST_FINISHED = 12; // finished games: enough to review them
const MOST_LIVE = 60; // live games, as far as this browser knows, whose secret is revealed

const storageKey = (game) => PREFIX + game;

export function loadGame(game) {
  try {
    return JSON.parse(localStorage.getItem(storageKey(game))) ?? {};
  } catch {
    return {};
  }
}

/** Removes a game that will not take place. */
export function forgetGame(game) {
  try {
    localStorage.removeItem(storageKey(game));
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Saves a game. Of two tabs the first draws the secrets for both. Returns whether it was saved. */
export function saveGame(game, kept) {
  try {
    const { secret, seed } = loadGame(game);
    if (secret) kept.secret = secret;
    if (seed) kept.seed = seed;
    return write(game, JSON.stringify(kept));
  } catch {
    return false;
  }
}

/** Writes, and removes the least important games until there is room. */
function write(game, text) {
  for (;;) {
    try {
      localStorage.setItem(storageKey(game), text);
      return true;
    } catch (full) {
      const [least] = expendable(game).slice(-1);
      if (!least) throw full;
      localStorage.removeItem(least.key);
    }
  }
}

/** Removes all but the newest games of each kind. A secret that is not revealed yet stays as long as its game. */
export function removeOldGames(game) {
  try {
    const others = expendable(game).filter((each) => !isAccusing(each));
    const isOver = others.filter(({ over }) => over);
    const isLive = others.filter(({ over }) => !over);
    for (const { key } of [...isOver.slice(MOST_FINISHED), ...isLive.slice(MOST_LIVE)]) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The other games that may be removed, the least important last: evidence, then live games, and new before old. */
function expendable(game) {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== storageKey(game));
  const kept = keys.map((key) => ({ key, ...loadGame(key.slice(PREFIX.length)) }));
  const isRevealed = ({ revealed, pins }) => revealed || pins?.secrets?.every(Boolean);
  const owesSecret = (each) => Boolean(each.secret && !each.over && !isRevealed(each));
  const missed = (each) => Number(isAccusing(each)) * 2 + Number(!each.over);
  return kept.filter((each) => !owesSecret(each)).sort((a, b) => missed(b) - missed(a) || (b.at ?? 0) - (a.at ?? 0));
}

/** Whether it is evidence. It is only removed for lack of space, and not because of its age. */
const isAccusing = ({ alarm, wrong }) => Boolean(alarm || Object.keys(wrong ?? {}).length);
