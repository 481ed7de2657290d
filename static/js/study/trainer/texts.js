/** The texts of the trainer: for an exercise, an answer, and the progress. Pure. */

import { cardSign } from "../../ui/cards/card-names.js";
import { areSameCards, sortCards } from "../../ui/cards/card-values.js";
import { formatPercent } from "../../ui/words/number-format.js";
import { gettext, language, ngettext } from "../../ui/translate.js";

const RIGHT_WITHIN = 5_000; // millionths

/** The topics of mistakes, by their names in the API. */
export const TAGS = {
  "own crib": gettext("Own crib"), "their crib": gettext("Their crib"), lead: gettext("Leads"),
  pairing: gettext("Pairs"), endgame: gettext("Endgame"),
};

export const signs = (cards) => sortCards(cards).map(cardSign).join(" ");
export const formatShare = (millionths) => formatPercent(millionths / 10_000);

/** @param {{phase: string, dealer: number}} view @param {number} seat */
export function describeTask({ phase, dealer, count }, seat) {
  if (phase === "throw") {
    return dealer === seat
      ? gettext("Which two do you discard to your crib?")
      : gettext("Which two do you discard to their crib?");
  }
  return count
    ? gettext("The count is {count}. Which card do you play?", { count })
    : gettext("Which card do you lead?");
}

/** Describes how good an answer was. @param {{right: boolean, lost: number}} told */
export function describeAnswer({ right, lost }) {
  if (!right) return gettext("It wins {share} fewer games than the best.", { share: formatShare(lost) });
  return lost
    ? gettext("It wins {share} fewer games than the best: as good as that.", { share: formatShare(lost) })
    : gettext("No other choice wins more often.");
}

const day = (date) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(language(), { day: "numeric", month: "long", timeZone: "UTC" });

/** Describes when an exercise comes again. @param {{due_on: string|null}} told */
export const describeWhen = ({ due_on: on }) =>
  on ? gettext("It comes again on {day}.", { day: day(on) }) : gettext("You have learnt it: it won’t come again.");

/** Describes how many exercises are due. @param {{due: number, waiting: number}} state */
export function describeDue({ due, waiting }) {
  const isDue = ngettext("{n} exercise is due.", "{n} exercises are due.", due);
  return waiting ? `${isDue} ${ngettext("{n} more is being reviewed again.", "{n} more are being reviewed again.", waiting)}` : isDue;
}

/**
 * The text of an empty table.
 * @param {object} state
 * @param {boolean} isChosen  whether a tag or a game was chosen
 */
export function describeRest({ due, due_here: here, waiting, boxes, learnt, next_on: on }, isChosen) {
  if (waiting && !here) {
    return {
      says: gettext("Your mistakes are being reviewed again."),
      more: gettext("It takes a moment; they appear here by themselves."),
    };
  }
  if (isChosen && due) {
    return { says: gettext("No exercise of this kind is due today."), more: gettext("Other exercises are due.") };
  }
  if (on) {
    const more = gettext("The next one comes on {day}.", { day: day(on) });
    return { says: gettext("No exercise is due today."), more };
  }
  if (learnt || boxes.some(Boolean)) return { says: gettext("No exercise is due."), more: "" };
  return {
    says: gettext("You have no mistakes to train."),
    more: gettext("Play, and have your games reviewed: your costliest mistakes appear here."),
  };
}

/**
 * The choices as rows: the best few, the answer, and the original move.
 * @param {{cards: string[], win: number}[]} lines the best first @param {string[]} mine @param {string[]} made
 */
export function lineRows(lines, mine, made, most = 4) {
  const isShown = (line, n) => n < most || areSameCards(line.cards, mine) || areSameCards(line.cards, made);
  return lines.filter(isShown).map((line) => ({
    name: signs(line.cards),
    win: formatShare(line.win),
    behind: line.win === lines[0].win ? "" : `−${formatShare(lines[0].win - line.win)}`,
    isRight: lines[0].win - line.win <= RIGHT_WITHIN,
    isMine: areSameCards(line.cards, mine),
    wasMade: areSameCards(line.cards, made),
  }));
}
