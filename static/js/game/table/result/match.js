/** Describes the score of a match: games in a row between the same players, perhaps with a limit. */

import { describeHeadStart } from "../../scene/head-start.js";
import { setText } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";

/**
 * @typedef {object} Match
 * @property {1 | 3 | 5 | 7} best_of
 * @property {number} game the number of this game
 * @property {[number, number]} wins before this game, by seat
 */

/**
 * The games won by now, and the seat that has won the match, or null.
 * @param {Match} match
 * @param {number | null} winner
 */
export function matchScore({ best_of: bestOf, wins }, winner) {
  const score = wins.map((won, seat) => won + (seat === winner ? 1 : 0));
  const champion = bestOf > 1 ? score.findIndex((won) => won > bestOf / 2) : -1;
  return { score, champion: champion < 0 ? null : champion };
}

/** Whether the match needs another game. @param {Match | null} match @param {number | null} winner */
export const isMatchOpen = (match, winner) =>
  Boolean(match && match.best_of > 1 && matchScore(match, winner).champion === null);

/**
 * "Best of 3: you 1 – 0 Bert."
 * @param {Match} match
 * @param {number | null} winner
 * @param {{you: number | null, names: string[]}} who
 */
export function describeMatch(match, winner, { you, names }) {
  const { score, champion } = matchScore(match, winner);
  const first = you ?? 0;
  const [mine, theirs] = [score[first], score[1 - first]];
  const named = { name: names[first], mine, theirs, other: names[1 - first], n: match.best_of };
  if (champion !== null && champion === you) return gettext("You win the match, {mine}–{theirs}.", named);
  if (champion !== null) {
    return gettext(
      "{name} wins the match, {mine}–{theirs}.",
      { name: names[champion], mine: score[champion], theirs: score[1 - champion] },
    );
  }
  if (match.best_of === 1) {
    return you === null
      ? gettext("In a row: {name} {mine} – {theirs} {other}", named)
      : gettext("In a row: you {mine} – {theirs} {other}", named);
  }
  return you === null
    ? gettext("Best of {n}: {name} {mine} – {theirs} {other}", named)
    : gettext("Best of {n}: you {mine} – {theirs} {other}", named);
}

export class MatchScore {
  /** @param {HTMLElement} root @param {string | undefined} event  the name of the event that the game is of */
  constructor(root, event) {
    Object.assign(this, { root, event });
  }

  /** @param {import("../store.js").Now} now */
  draw({ match, scene, who }) {
    const headStart = describeHeadStart(scene.start, who);
    this.root.hidden = !match && !this.event && !headStart;
    const score = match
      ? describeMatch(match, scene.phase === "over" && !scene.showing ? scene.winner : null, who)
      : null;
    setText(this.root, [this.event, headStart, score].filter(Boolean).join(" · "));
  }
}
