/** Computes what the lobby shows from the server's frames. Pure. */

import { gettext } from "../ui/translate.js";

/**
 * @typedef {object} Seek
 * @property {string} id  also that of the game it may become
 * @property {string} by
 * @property {string | null} to
 * @property {string | null} invite
 * @property {number | null} points  among people, of `by`; null without an account
 * @property {number} waited_s
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {[string, string]} players
 * @property {[number, number] | null} scores  null where the server does not have them at hand
 * @property {string | null} bot
 *
 * @typedef {object} Lobby
 * @property {string | null} you
 * @property {number | null} points  mine among people, null without an account
 * @property {{name: string}[]} here
 * @property {number} count
 * @property {Seek[]} seeks
 * @property {Seek[]} challenges
 * @property {Seek[]} mine
 * @property {Game[]} games
 * @property {Game[]} playing
 * @property {{games_today: number, bot_games_today: number, usual_wait_s: number | null, top: object[]}} figures
 *
 * @typedef {{key: string, item: object, goneAt: number | null}} Row
 */

/** How long a row stays, dimmed, after what it stood for has gone. */
export const LINGER = 2_500;

export const opponentOf = (game, you) => game.players.find((name) => name !== you) ?? game.players[1];

/** How a game stands, to put before its settings; a game of `you` is told from there. */
export function describeScores({ players, scores }, you = null) {
  if (!scores) return "";
  if (!players.includes(you)) return `${scores[0]} – ${scores[1]}, `;
  const [mine, theirs] = scoresOf({ players, scores }, you);
  return `${gettext("You {mine}, they {theirs}", { mine, theirs })}, `;
}

const scoresOf = ({ players, scores }, you) => (players[1] === you ? [scores[1], scores[0]] : scores);

/** How a game of `you` stands, on the button that leads there. */
export function describeOwnScores(game, you) {
  const [mine, theirs] = scoresOf(game, you);
  return gettext("you {mine}, they {theirs}", { mine, theirs });
}

/** My newest game with a bot. @param {Game[]} playing */
export const findBotGame = (playing) => playing.find(({ bot }) => bot) ?? null;

/** @param {Lobby} lobby */
export function othersSeeks({ seeks, mine, you }) {
  const own = new Set(mine.map((seek) => seek.id));
  return seeks.filter((seek) => !own.has(seek.id) && seek.by !== you);
}

/** The games to watch, which are other players'. */
/** The seeks of others that I could meet: a rated one takes an account. @param {Lobby} lobby */
export const seeksIMayMeet = (lobby) => othersSeeks(lobby).filter(({ rated }) => !rated || lobby.points !== null);

export const othersGames = ({ games, you }) => games.filter(({ players }) => !players.includes(you));

export const pageTitle = (base, challenges) => (challenges ? `(${challenges}) ${base}` : base);

/** @param {Seek} seek */
export const isForAnyone = ({ to, invite }) => !to && !invite;

/** What this seek waits for: a named player, anyone with the link, or anyone. */
export function describeAwaitedOpponent({ to, invite, quick }) {
  if (to) return gettext("For {name} to answer", { name: to });
  if (invite) return gettext("For a friend with your link");
  return quick ? gettext("For anyone, as soon as can be") : gettext("For anyone to sit down");
}

/**
 * Finds the game that the player's seek became while this page could not be told, because it was offline, say. It has
 * the id of that seek or, if two seeks met, of the elder: so a seek has gone, and a game has come.
 * @param {Lobby} before
 * @param {Lobby} now
 * @returns {{seek: string, game: string} | null}
 */
export function findMissedPairing(before, now) {
  const [seek] = addedItems(now.mine, before.mine);
  const [game] = addedItems(before.playing, now.playing);
  return seek && game ? { seek: seek.id, game: game.id } : null;
}

/** The items that were not there before. */
export function addedItems(before, now) {
  const known = new Set(before.map(({ id }) => id));
  return now.filter(({ id }) => !known.has(id));
}

/**
 * The rows to show next. A row keeps its place; a new one comes at the end (or the start), so that nothing moves under a
 * finger; one that has gone stays, dimmed, for a moment and for as long as the list is in use.
 * @param {Row[]} rows
 * @param {object[]} items
 * @param {{keyOf: (item: object) => string, now: number, inUse: boolean, newestFirst?: boolean}} how
 * @returns {Row[]}
 */
export function nextRows(rows, items, { keyOf, now, inUse, newestFirst = false }) {
  const wanted = new Map(items.map((item) => [keyOf(item), item]));
  const staying = rows
    .map((row) =>
      wanted.has(row.key)
        ? { key: row.key, item: wanted.get(row.key), goneAt: null }
        : { ...row, goneAt: row.goneAt ?? now },
    )
    .filter((row) => row.goneAt === null || inUse || now - row.goneAt < LINGER);
  const known = new Set(rows.map((row) => row.key));
  const fresh = [...wanted].filter(([key]) => !known.has(key)).map(([key, item]) => ({ key, item, goneAt: null }));
  return newestFirst ? [...fresh.reverse(), ...staying] : [...staying, ...fresh];
}
