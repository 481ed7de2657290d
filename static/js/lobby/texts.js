/** Describes stakes, waits, how busy the site is, and games in progress. Pure. */

import { describeLeft } from "../game/time-left.js";
import { gettext, ngettext } from "../ui/translate.js";

const MOST_PROMISED = 30;

/** Describes how long somebody has waited, in steps coarse enough not to flicker. */
export function describeWait(seconds) {
  if (seconds < 10) return gettext("just came");
  if (seconds < 60) return gettext("waiting {n} s", { n: Math.floor(seconds / 10) * 10 });
  if (seconds < 3600) return gettext("waiting {n} min", { n: Math.floor(seconds / 60) });
  return gettext("waiting {n} h", { n: Math.floor(seconds / 3600) });
}

/** Says how many others wait for an opponent, and how long it usually takes; `usual` are seconds, or null. */
export function describeWaiting(n, usual, iWait = false) {
  if (n === 0 && iWait) return gettext("You are waiting: the next player gets you.");
  if (n === 0) return gettext("Nobody is waiting. Play a bot meanwhile: your game opens by itself.");
  const waiting = ngettext("{n} waiting", "{n} waiting", n);
  const minutes = usual === null ? null : Math.max(1, Math.ceil(usual / 60));
  if (minutes === null || minutes > MOST_PROMISED) return waiting;
  return `${waiting} · ${minutes === 1 ? gettext("usually under a minute") : gettext("usually within {minutes} minutes", { minutes })}`;
}

/** Says how many people are here; `{n}` is filled in by its reader. */
export const describePeople = (count) => (count > 1 ? gettext("{n} people here now", { n: "{n}" }) : gettext("You are the first one here"));

/** Says what was played today; `{n}` is filled in by its reader. */
export function describeGamesToday({ games_today: all, bot_games_today: bots }) {
  if (all === 0) return gettext("No games today yet: yours can be the first");
  const games = ngettext("{n} game today", "{n} games today", all, { n: "{n}" });
  return bots ? `${games}, ${ngettext("{n} with a bot", "{n} with bots", bots)}` : games;
}

export const describeToWatch = (n) => (n ? ngettext("{n} game to watch", "{n} games to watch", n) : gettext("No game to watch right now"));

/** Describes a player's games, in the order of `byUrgency`; `name` is the opponent in the first. */
export function describeInProgress(games, name) {
  const turns = games.filter(({ my_turn }) => my_turn).length;
  if (turns === 0) {
    return ngettext("You have a game in progress against {name}.", "You have {n} games in progress, the newest against {name}.", games.length, { name });
  }
  const [{ left_ms }] = games;
  const says = ngettext("It’s your turn against {name}.", "It’s your turn in {n} games, first against {name}.", turns, { name });
  return left_ms === null ? says : `${says} (${describeLeft(left_ms)})`;
}

/** The games that wait for the player first, the most urgent before all; else as they came. */
export const byUrgency = (games) =>
  [...games].sort((one, other) => other.my_turn - one.my_turn || (one.my_turn ? urgency(one) - urgency(other) || 0 : 0));

const urgency = ({ left_ms }) => left_ms ?? Infinity;

export const describeTurn = ({ my_turn, left_ms }) =>
  !my_turn ? "" : left_ms === null ? gettext("Your turn") : gettext("Your turn · {left}", { left: describeLeft(left_ms) });
