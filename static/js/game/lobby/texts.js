/** Describes the rows of the front page's lists: seeks, games, and games that wait for the player. Pure. */

import { describeLeft, describeVacation } from "../scene/time-left.js";
import { shownName } from "../../ui/words/shown-name.js";
import { gettext, ngettext } from "../../ui/translate.js";

/** The names of a game's players. */
export const namesOf = ({ players, nicknames = [], programs = [] }) =>
  players.map((name, seat) => shownName({ name, nickname: nicknames[seat], program: programs[seat] }));

export const opponentOf = (game, you) => namesOf(game)[game.players[0] === you ? 1 : 0];

/** The scores of a game, to precede its settings. Those of `you` come first. */
export function describeScores({ players, scores }, you = null) {
  if (!scores) return "";
  if (!players.includes(you)) return `${scores[0]} – ${scores[1]}, `;
  const [mine, theirs] = scoresOf({ players, scores }, you);
  return `${gettext("You {mine}, they {theirs}", { mine, theirs })}, `;
}

const scoresOf = ({ players, scores }, you) => (players[1] === you ? [scores[1], scores[0]] : scores);

/** The scores of a game of `you`, on the button that opens it. */
export function describeOwnScores(game, you) {
  const [mine, theirs] = scoresOf(game, you);
  return gettext("you {mine}, they {theirs}", { mine, theirs });
}

/** My newest game with a bot. @param {import("./model.js").Game[]} playing */
export const findBotGame = (playing) => playing.find(({ bot }) => bot) ?? null;

/** Describes how long a player has waited, in steps coarse enough not to flicker. */
export function describeWait(seconds) {
  if (seconds < 10) return gettext("just came");
  if (seconds < 60) return gettext("waiting {n} s", { n: Math.floor(seconds / 10) * 10 });
  if (seconds < 3600) return gettext("waiting {n} min", { n: Math.floor(seconds / 60) });
  return gettext("waiting {n} h", { n: Math.floor(seconds / 3600) });
}

/** The awaited opponent of a seek: a named player, anyone with the link, or anyone. */
export function describeAwaitedOpponent({ to, to_program, invite, quick }) {
  if (to) return gettext("For {name} to answer", { name: shownName({ name: to, program: to_program }) });
  if (invite) return gettext("For a friend with your link");
  return quick ? gettext("For anyone, as soon as possible") : gettext("For anyone to sit down");
}

/** Describes a player's games, in the order of `byUrgency`. `name` is the opponent in the first. */
export function describeInProgress(games, name) {
  const turns = games.filter(({ my_turn }) => my_turn).length;
  if (turns === 0) {
    return ngettext(
      "You have a game in progress against {name}.",
      "You have {n} games in progress, the newest against {name}.",
      games.length,
      { name },
    );
  }
  const [{ left_ms, away_until: until = null }] = games;
  const says = ngettext(
    "It’s your turn against {name}.",
    "It’s your turn in {n} games, first against {name}.",
    turns,
    { name },
  );
  return left_ms === null ? says : `${says} (${until === null ? describeLeft(left_ms) : describeVacation(until)})`;
}

/** The games that wait for the player first, the most urgent before all. The others keep their order. */
export const byUrgency = (games) =>
  [...games].sort(
    (one, other) => other.my_turn - one.my_turn || (one.my_turn ? urgency(one) - urgency(other) || 0 : 0),
  );

const urgency = ({ left_ms }) => left_ms ?? Infinity;

/** The turn, if it is shown: mine, or that of an opponent who is on vacation. */
export function describeTurn({ my_turn, left_ms, away_until: until = null }) {
  const rests = until === null ? "" : describeVacation(until);
  if (!my_turn) return rests;
  if (rests) return gettext("Your turn · {left}", { left: rests });
  return left_ms === null ? gettext("Your turn") : gettext("Your turn · {left}", { left: describeLeft(left_ms) });
}
