/**
 * Remembers the games in which this browser revealed its secret, until its first cards come. A server that dislikes a
 * shuffle could drop the game at that moment, because it then knows every deck.
 */

const KEPT = "every-other-dropped";
const HOUR = 3_600_000;
const FORGOTTEN_AFTER = 2160 * HOUR; // 90 days

/**
 * From when each game counts as dropped, if its cards have not come, in milliseconds.
 * @returns {Record<string, number>}
 */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function save(dropped) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(dropped));
  } catch {
    // Without storage the page can't remember earlier games.
  }
}

/** Waits for the cards of a game. One that goes silent counts after an hour. @param {string} game */
export function awaitCards(game, now = Date.now()) {
  const dropped = load();
  dropped[game] ??= now + HOUR;
  save(dropped);
}

/** @param {string} game @param {{hasCards: boolean, isOver: boolean}} state the game as this page sees it */
export function followGame(game, { hasCards, isOver }, now = Date.now()) {
  const dropped = load();
  if (!(game in dropped) || !(hasCards || isOver)) return;
  if (hasCards) delete dropped[game];
  else dropped[game] = Math.min(dropped[game], now);
  save(dropped);
}

/** How many games ended or went silent after this browser had revealed its secret. @returns {number} */
export const countDropped = (now = Date.now()) =>
  Object.values(load()).filter((at) => at <= now && now < at + FORGOTTEN_AFTER).length;

/** Forgets the games that count, once the player knows of them. */
export const forgetDropped = (now = Date.now()) =>
  save(Object.fromEntries(Object.entries(load()).filter(([, at]) => at > now)));
