/** Describes stakes, waits, how busy the site is, and games in progress. Pure. */

import { describeStake, exchange } from "../game/exchange.js";
import { gettext, ngettext } from "../ui/translate.js";

const MOST_PROMISED = 30;

/** Describes how long somebody has waited, in steps coarse enough not to flicker. */
export function describeWait(seconds) {
  if (seconds < 10) return gettext("just came");
  if (seconds < 60) return gettext("waiting {n} s", { n: Math.floor(seconds / 10) * 10 });
  if (seconds < 3600) return gettext("waiting {n} min", { n: Math.floor(seconds / 60) });
  return gettext("waiting {n} h", { n: Math.floor(seconds / 3600) });
}

/** The stake of a rated game against somebody with so many points; null if one of the two has none. */
export function stakeAgainst(own, opponent) {
  if (own === null || opponent === null) return null;
  const { why, ...at } = exchange(own, opponent);
  return { says: describeStake(at), why };
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

export const describeInProgress = (games, name) =>
  ngettext("You have a game in progress against {name}.", "You have {n} games in progress, the newest against {name}.", games, { name });
