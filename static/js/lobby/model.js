/** Computes what the lobby shows from the server's frames. Pure. */

import { shownName } from "../ui/shown-name.js";
import { gettext } from "../ui/translate.js";

/**
 * @typedef {object} Seek
 * @property {string} id  also that of the game it may become
 * @property {string} by
 * @property {string | null} nickname  of `by`
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
 */

/** What the players of a game are called. */
export const namesOf = ({ players, nicknames = [] }) => players.map((name, seat) => shownName({ name, nickname: nicknames[seat] }));

export const opponentOf = (game, you) => namesOf(game)[game.players[0] === you ? 1 : 0];

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

/** The seeks of others that I could meet: a rated one takes an account. @param {Lobby} lobby */
export const seeksIMayMeet = (lobby) => othersSeeks(lobby).filter(({ rated }) => !rated || lobby.points !== null);

/** The games to watch, which are other players'. */
export const othersGames = ({ games, you }) => games.filter(({ players }) => !players.includes(you));

/** @param {Seek} seek */
export const isForAnyone = ({ to, invite }) => !to && !invite;

/** What this seek waits for: a named player, anyone with the link, or anyone. */
export function describeAwaitedOpponent({ to, invite, quick }) {
  if (to) return gettext("For {name} to answer", { name: to });
  if (invite) return gettext("For a friend with your link");
  return quick ? gettext("For anyone, as soon as possible") : gettext("For anyone to sit down");
}
