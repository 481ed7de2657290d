/** Computes the lobby's contents from the server's frames, and describes how busy it is. Pure. */

import { gettext, ngettext } from "../../ui/translate.js";

const MOST_PROMISED = 30;

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
 * @property {[number, number] | null} scores  null if the server does not have them in memory
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
 * @property {string[]} blocked
 * @property {string[]} followed  the players in `here` whom I follow
 * @property {{usual_wait_s: number | null}} figures
 */

/** @param {Lobby} lobby */
export function othersSeeks({ seeks, mine, you }) {
  const own = new Set(mine.map((seek) => seek.id));
  return seeks.filter((seek) => !own.has(seek.id) && seek.by !== you);
}

/** The other players' seeks that I could accept. A rated one needs an account. @param {Lobby} lobby */
export const seeksIMayMeet = (lobby) => othersSeeks(lobby).filter(({ rated }) => !rated || lobby.points !== null);

/** The games of other players, which I can watch. */
export const othersGames = ({ games, you }) => games.filter(({ players }) => !players.includes(you));

/** The players who are here and not blocked, followed ones first. @param {Lobby} lobby */
export function peopleHere({ here, blocked, followed }) {
  const people = here.filter(({ name }) => !blocked.includes(name)).map(
    (one) => ({ ...one, isFollowed: followed.includes(one.name) }),
  );
  return [...people.filter(({ isFollowed }) => isFollowed), ...people.filter(({ isFollowed }) => !isFollowed)];
}

/** @param {Seek} seek */
export const isForAnyone = ({ to, invite }) => !to && !invite;

/** Whether there is anything to list. A new visitor on a quiet site sees no list. @param {Lobby} lobby */
export const hasRows = ({ you, seeks, games, here }) =>
  you !== null || seeks.length > 0 || games.length > 0 || here.length > 1;

/** Describes how many other players wait for an opponent, and for how long. `usual` is in seconds, or null. */
export function describeWaiting(n, usual, iWait = false) {
  if (n === 0 && iWait) return gettext("You are waiting: the next player who comes plays you.");
  if (n === 0) return gettext("No player is waiting. Play a bot meanwhile: your game opens by itself.");
  const waiting = ngettext("{n} waiting", "{n} waiting", n);
  const minutes = usual === null ? null : Math.max(1, Math.ceil(usual / 60));
  if (minutes === null || minutes > MOST_PROMISED) return waiting;
  return `${waiting} · ${minutes === 1 ? gettext("usually under a minute") : gettext("usually within {minutes} minutes", { minutes })}`;
}

/**
 * How many people are here, including this visitor: at least one more if others wait, whose page may be closed for the
 * moment.
 */
export const countPeople = (count, waiting) => Math.max(count, waiting ? 2 : 1);

export const describePeople = (count) => (
  count > 1 ? gettext("{n} people here now", { n: count }) : gettext("You are the first one here")
);
