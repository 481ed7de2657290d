/** The players' votes: the discards to show, their voters, and the number of votes. Pure. */

import { areSameCards } from "../../ui/cards/card-values.js";
import { cardSign } from "../../ui/cards/card-names.js";
import { formatPercent } from "../../ui/words/number-format.js";
import { formatList, gettext } from "../../ui/translate.js";

/**
 * @typedef {import("../lab/lines.js").Line & {votes: number}} Line
 * @typedef {{votes: number, lines: Line[], thrown: string[], bots: Record<string, string[]>}} Result
 * @typedef {{thrown: string[], votes: number, share: number, who: string[], isMine: boolean, isBest: boolean}} Row
 */

const MOST = 8;
const HOUSE = { advanced: "Advanced", master: "Master", halscrib: "HALSCRIB" };

/** The named voters for this discard. */
function namesOf({ thrown, bots }, line, isMine) {
  const house = Object.entries(HOUSE).filter(([bot]) => areSameCards(bots[bot], line.thrown)).map(([, name]) => name);
  const played = areSameCards(thrown, line.thrown) ? [gettext("discarded in the game")] : [];
  return [...(isMine ? [gettext("you")] : []), ...house, ...played];
}

/**
 * The discards with votes or named voters, the most frequent first.
 * @param {Result} result @param {string[]} mine @returns {Row[]}
 */
export function fieldRows(result, mine) {
  const rows = result.lines.map((line, n) => {
    const isMine = areSameCards(mine, line.thrown);
    const share = result.votes ? line.votes / result.votes : 0;
    return {
      thrown: line.thrown,
      votes: line.votes,
      share,
      who: namesOf(result, line, isMine),
      isMine,
      isBest: n === 0,
    };
  });
  const told = rows.filter(({ votes, who, isBest }) => votes || who.length || isBest);
  const byVotes = told.sort((one, other) => other.votes - one.votes);
  const kept = byVotes.filter(({ who, isBest }) => who.length || isBest);
  const room = byVotes.filter((row) => !kept.includes(row)).slice(0, Math.max(MOST - kept.length, 0));
  return byVotes.filter((row) => kept.includes(row) || room.includes(row));
}

/** The names in a row, as one text. @param {Row} row */
export const describeWho = ({ who, isBest }) => [...(isBest ? [gettext("the best")] : []), ...who].join(" · ");

const signs = (cards) => cards.map(cardSign).join(" ");

/** A row in words, for screen readers. @param {Row} row */
export function describeRow(row) {
  const it = { cards: signs(row.thrown), percent: formatPercent(100 * row.share, 0), who: describeWho(row) };
  return it.who ? gettext("{cards}: {percent} ({who})", it) : gettext("{cards}: {percent}", it);
}

/** The chart in words. @param {Row[]} rows */
export const describeField = (rows) => formatList(rows.map(describeRow));
