/** Computes the ledger of luck and skill as bars that add up from the chance at the start to the result. Pure. */

import { fixed } from "../../ui/words/number-format.js";
import { capitalize, gettext } from "../../ui/translate.js";
import { handTitle } from "../../game/scene/fan.js";

const SURE = 1_000; // tenths of a percent, the unit of a review's parts
const CARDS = ["your_cards", "their_cards", "cuts", "crib", "met", "pegging"];
const PLAY = ["your_play", "their_play"];
const MUCH = 3; // the factor by which one part outweighs the other

const ENDED = { resigned: gettext("resigning"), flag: gettext("the clock"), left: gettext("leaving") };
const ending = (ended) => ENDED[ended] ?? gettext("the end");
const playOf = (seat, who) =>
  seat === who.you ? gettext("your play") : gettext("{name}’s play", { name: who.names[seat] });

/** Tenths of a percent: "12.3"; signed: "+12.3", "−0.4", "0.0". */
export const formatTenths = (tenths) => fixed(Math.abs(tenths) / 10, 1);
export const formatSignedTenths = (tenths) => `${tenths > 0 ? "+" : tenths < 0 ? "−" : ""}${formatTenths(tenths)}`;

const labels = (seat, who, ended) => ({
  your_cards: handTitle(seat, who),
  their_cards: handTitle(1 - seat, who),
  cuts: gettext("The cuts"),
  crib: gettext("Luck of the crib"),
  met: gettext("Matchup"),
  pegging: gettext("Luck of the pegging"),
  your_play: capitalize(playOf(seat, who)),
  their_play: capitalize(playOf(1 - seat, who)),
  ended: capitalize(ending(ended)),
});

/**
 * The bars of a waterfall chart: each begins where the last one ended, and zero bars are omitted.
 * @returns {{kind: "start"|"cards"|"play"|"ended"|"result", label: string, by: number, from: number, to: number}[]}
 */
export function waterfall({ shown, shown_start: start }, seat, who, ended) {
  const named = labels(seat, who, ended);
  const kinds = [["cards", CARDS], ["play", PLAY], ["ended", ["ended"]]];
  const bars = [{ kind: "start", label: gettext("At the start"), by: start, from: 0, to: start }];
  for (const [kind, key] of kinds.flatMap(([kind, keys]) => keys.map((key) => [kind, key]))) {
    const from = bars[bars.length - 1].to;
    if (shown[key]) bars.push({ kind, label: named[key], by: shown[key], from, to: from + shown[key] });
  }
  const { to } = bars[bars.length - 1];
  return [...bars, { kind: "result", label: to > 0 ? gettext("Won") : gettext("Lost"), by: to, from: 0, to }];
}

/** The range of the bars, which may exceed 0 and 100% if luck and play outdo each other. */
export function barRange(bars) {
  const ends = bars.map(({ to }) => to);
  return { low: Math.min(0, ...ends), high: Math.max(SURE, ...ends) };
}

/** Whether a part, or the parts up to it, are worth more than a whole game. */
export const exceedsGame = (bars) => bars.some(({ by, to }) => Math.abs(by) > SURE || to > SURE || to < 0);

const sum = (parts, keys) => keys.reduce((total, key) => total + parts[key], 0);

/** Describes the ledger in one sentence. */
export function describeLedger({ shown, shown_start: start, result }, seat, who, ended) {
  const [cards, own, others, end] = [sum(shown, CARDS), shown.your_play, shown.their_play, shown.ended];
  const mine = seat === who.you;
  const told = [
    describeContribution(gettext("the cards"), cards, mine),
    describeContribution(mine ? gettext("your play") : gettext("their own play"), own, mine),
    ...(others ? [describeContribution(playOf(1 - seat, who), others, mine)] : []),
    ...(end ? [describeContribution(ending(ended), end, mine)] : []),
  ].join(", ");
  const way = result > 0 ? 1 : -1;
  const needed = result > 0 ? SURE - start : start;
  const says = {
    told: mine ? capitalize(told) : told,
    name: who.names[seat],
    verdict: describeLuckOrSkill(cards * way, (own + others) * way, end * way, needed),
  };
  return mine ? gettext("{told}: {verdict}.", says) : gettext("For {name} {told}: {verdict}.", says);
}

/** Describes the contribution of something to the reader's side. */
function describeContribution(what, by, mine) {
  const about = { what, by: formatTenths(by) };
  if (!by) return mine ? gettext("{what} cost you nothing", about) : gettext("{what} cost nothing", about);
  if (by > 0) return mine ? gettext("{what} gave you {by}", about) : gettext("{what} gave {by}", about);
  return mine ? gettext("{what} cost you {by}", about) : gettext("{what} cost {by}", about);
}

/**
 * Describes whether luck or skill decided. Only parts in favor of the result are compared. Parts against it decided
 * nothing.
 */
function describeLuckOrSkill(luck, skill, end, needed) {
  if (end > needed / 2) return gettext("it ended before it was played out");
  if (skill <= 0) return gettext("this one was luck");
  if (luck <= 0) return gettext("this one was skill");
  if (luck >= MUCH * skill) return gettext("this one was mostly luck");
  return skill >= MUCH * luck ? gettext("this one was mostly skill") : gettext("this one was a bit of both");
}
