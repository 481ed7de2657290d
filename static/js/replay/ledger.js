/** The ledger of luck and skill as bars that add up, from the chance at the start to the result. Pure. */

import { capital, whose } from "../table/say.js";

const SURE = 1_000; // tenths of a percent, as a review shows its parts
const CARDS = ["your_cards", "their_cards", "cuts", "crib", "met", "pegging"];
const PLAY = ["your_play", "their_play"];
const MUCH = 3; // by so many times one outweighs the other

const ENDED = { resigned: "giving up", flag: "the clock", left: "leaving" };
const ending = (ended) => ENDED[ended] ?? "the end";

/** Tenths of a percent: "12.3"; signed: "+12.3", "−0.4", "0.0". */
export const figure = (tenths) => (Math.abs(tenths) / 10).toFixed(1);
export const signed = (tenths) => `${tenths > 0 ? "+" : tenths < 0 ? "−" : ""}${figure(tenths)}`;

const labels = (seat, who, ended) => ({
  your_cards: `${capital(whose(seat, who))} cards`,
  their_cards: `${capital(whose(1 - seat, who))} cards`,
  cuts: "The cuts",
  crib: "Luck of the crib",
  met: "How the hands met",
  pegging: "The run of the play",
  your_play: `${capital(whose(seat, who))} play`,
  their_play: `${capital(whose(1 - seat, who))} play`,
  ended: capital(ending(ended)),
});

/**
 * The bars of a waterfall: each goes on where the last one ended, and what is nothing is left out.
 * @returns {{kind: "start"|"cards"|"play"|"ended"|"result", label: string, by: number, from: number, to: number}[]}
 */
export function waterfall({ shown, shown_start: start }, seat, who, ended) {
  const named = labels(seat, who, ended);
  const kinds = [["cards", CARDS], ["play", PLAY], ["ended", ["ended"]]];
  const bars = [{ kind: "start", label: "At the start", by: start, from: 0, to: start }];
  for (const [kind, key] of kinds.flatMap(([kind, keys]) => keys.map((key) => [kind, key]))) {
    const from = bars[bars.length - 1].to;
    if (shown[key]) bars.push({ kind, label: named[key], by: shown[key], from, to: from + shown[key] });
  }
  const { to } = bars[bars.length - 1];
  return [...bars, { kind: "result", label: to > 0 ? "Won" : "Lost", by: to, from: 0, to }];
}

/** How far the bars reach: beyond nothing and certainty where luck and play outdo each other. */
export function reach(bars) {
  const ends = bars.map(({ to }) => to);
  return { low: Math.min(0, ...ends), high: Math.max(SURE, ...ends) };
}

const sum = (parts, keys) => keys.reduce((total, key) => total + parts[key], 0);

/** What the ledger comes to, in one sentence. */
export function inWords({ shown, shown_start: start, result }, seat, who, ended) {
  const [cards, own, others, end] = [sum(shown, CARDS), shown.your_play, shown.their_play, shown.ended];
  const mine = seat === who.you;
  const did = (what, by) => `${what} ${by > 0 ? "gave" : "cost"} ${mine ? "you " : ""}${by ? figure(by) : "nothing"}`;
  const told = [
    did("the cards", cards),
    did(mine ? "your play" : "own play", own),
    ...(others ? [did(`${whose(1 - seat, who)} play`, others)] : []),
    ...(end ? [did(ending(ended), end)] : []),
  ].join(", ");
  const way = result > 0 ? 1 : -1;
  const needed = result > 0 ? SURE - start : start;
  const says = mine ? capital(told) : `For ${who.names[seat]} ${told}`;
  return `${says}: ${verdict(cards * way, (own + others) * way, end * way, needed)}.`;
}

/** Was it luck? What spoke for the result is weighed; what spoke against it made it harder, and decided nothing. */
function verdict(luck, skill, end, needed) {
  if (end > needed / 2) return "it was over before it was played out";
  if (skill <= 0) return "this one was luck";
  if (luck <= 0) return "this one was skill";
  if (luck >= MUCH * skill) return "this one was mostly luck";
  return skill >= MUCH * luck ? "this one was mostly skill" : "this one was some of both";
}
