/**
 * Records by deal all cards and counts that this page was shown: the evidence that a revealed deal is checked against.
 * A record only grows and never changes. A card that contradicts it is a fault. Pure.
 *
 * @typedef {import("../../fairness/check.js").Seen} Seen
 * @typedef {Object<number, Seen>} SeenByDeal
 * @typedef {{seen: SeenByDeal, fault: import("../../fairness/game-checks.js").Fault | null}} Observed
 */

import { sawCards } from "../../fairness/check.js";
import { fault } from "../../fairness/game-checks.js";
import { areSameCards, pipValue } from "../../../ui/cards/card-values.js";
import { gettext } from "../../../ui/translate.js";

const blank = (you) => ({
  you, dealer: null, cut: null, dealt: null, held: [], thrown: null, starter: null, played: [], show: {
    counts: [],
  }, open: null, reached: [0, 0], scores: null, result: null,
});

const text = JSON.stringify;

// How a part is merged with new information; undefined if the two contradict.

const constant = (was, now) => (was === null || text(was) === text(now) ? now : undefined);

function growing(was, now) {
  const [less, more] = [was ?? [], now].sort((a, b) => a.length - b.length);
  return less.every((each, n) => text(each) === text(more[n])) ? more : undefined;
}

const inAnyOrder = (was, now) => (was === null || areSameCards(was, now) ? was ?? now : undefined);

/** All cards that were ever in this seat's hand. */
function ofOneHand(was, now) {
  const all = [...new Set([...was, ...now])];
  return all.length > 6 ? undefined : all;
}

const rising = (was, now) => (now.every((score, seat) => score >= was[seat]) ? now : undefined);

/** Each hand is counted once, and may have been laid open before. */
function countedOnce(was, now) {
  const counts = [...was.counts];
  for (const count of now.counts) {
    const at = counts.findIndex(({ seat, what }) => seat === count.seat && what === count.what);
    const known = counts[at] ?? count;
    const points = known.points ?? count.points;
    if (!areSameCards(known.cards, count.cards) || points !== (count.points ?? points)) return undefined;
    counts.splice(at < 0 ? counts.length : at, 1, { ...known, ...count });
  }
  return { counts };
}

const PARTS = {
  dealer: constant, cut: growing, dealt: inAnyOrder, held: ofOneHand, thrown: inAnyOrder, starter: constant,
  played: growing,
  show: countedOnce, open: constant, reached: rising, scores: constant, result: constant,
};

const OTHERWISE = {
  dealer: (deal) => gettext("In deal {deal} the server now shows another dealer than before.", { deal }),
  cut: () => gettext("The server now shows other cards cut for deal than before."),
  dealt: (deal) => gettext("In deal {deal} the server now shows other cards in your hand than before.", { deal }),
  held: (deal) => gettext("In deal {deal} the server now shows other cards in your hand than before.", { deal }),
  thrown: (deal) => gettext("In deal {deal} the server now shows other discards of yours than before.", { deal }),
  starter: (deal) => gettext("In deal {deal} the server now shows another starter than before.", { deal }),
  played: (deal) => gettext("In deal {deal} the server now shows other cards played than before.", { deal }),
  show: (deal) => gettext("In deal {deal} the server now shows another hand counted than before.", { deal }),
  open: (deal) => gettext("In deal {deal} the server now shows other open cards at the end than before.", { deal }),
  reached: (deal) => gettext("In deal {deal} the server now shows a lower score than before.", { deal }),
  scores: (deal) => gettext("The server now shows another score after deal {deal} than before.", { deal }),
  result: () => gettext("The server now shows another result of the game than before."),
};

/**
 * @param {SeenByDeal} seen
 * @param {[number, Partial<Seen>][]} shown parts by deal; null is a part that is not shown
 * @returns {Observed}
 */
function observe(seen, shown, you) {
  const all = { ...seen };
  let otherwise = null;
  for (const [deal, parts] of shown) {
    const saw = { ...blank(you), ...all[deal] };
    saw.you ??= parts.you ?? you;
    for (const [name, take] of Object.entries(PARTS)) {
      const now = parts[name] ?? null;
      const fits = now === null ? saw[name] : take(saw[name], now);
      if (fits === undefined) otherwise ??= fault(OTHERWISE[name](deal), Number(deal));
      else saw[name] = fits;
    }
    all[deal] = saw;
  }
  return { seen: all, fault: otherwise };
}

// Views.

const countOf = ({ seat, what, cards, points }) => ({ seat, what, cards, ...(points === undefined ? {} : { points }) });
const resultOf = ({ winner = null, value, ended = null }) => ({ winner, value: value ?? 0, ended });

/** All information in a view, by deal. */
function shownInView(view, seen) {
  const { deal, phase, dealer, scores, cut, hand, throw: thrown, starter, played, show, laid, open } = view;
  const own = { held: hand, dealt: hand?.length === 6 ? hand : null, thrown: thrown?.length ? thrown : null };
  return [
    [0, { cut, dealer: seen[0]?.dealer ?? firstDealer(view) }],
    ...(deal ? [[deal, { dealer, starter, played, open, reached: scores, ...own }]] : []),
    ...(phase === "over" ? [[deal, { scores, result: resultOf(view) }]] : []),
    ...(deal && phase === "throw" ? [[deal - 1, { scores }]] : []),
    ...(laid ? [[deal, { starter: laid.starter, show: { counts: [countOf(laid)] } }]] : []),
    ...(show
      ? [[show.deal, { dealer: show.dealer, starter: show.starter, show: { counts: show.counts.map(countOf) } }]]
      : []),
  ];
}

/** Deals alternate, so the first dealer follows from any later one. */
const firstDealer = (view) =>
  view.dealer === null || view.deal === 0 ? view.dealer : (view.dealer + view.deal + 1) % 2;

/** The playable cards follow from the count. At the other seat's turn there are none. */
function offerFault({ deal, hand, count, playable, must_go: mustGo }) {
  const fits = (hand ?? []).filter((card) => count + pipValue(card) <= 31);
  const isRight = playable?.length ? !mustGo && areSameCards(playable, fits) : !(mustGo && fits.length);
  return isRight ? null : fault(gettext("The server does not let you play the cards that the rules allow."), deal);
}

/** @param {SeenByDeal} seen @param {object} view @param {number | null} you @returns {Observed} */
export function observeTable(seen, view, you) {
  const observed = observe(seen, shownInView(view, seen), you);
  return { ...observed, fault: observed.fault ?? offerFault(view) };
}

/** The player's own discards, once the server has accepted them. @returns {Observed} */
export const observeThrow = (seen, deal, thrown, you) => observe(seen, [[deal, { thrown }]], you);

// Events, each of which changes the visible cards.

const NOTHING = { deal: 0, dealer: null, scores: [0, 0], cut: [], starter: null, played: [] };
const openOn = (view) => Object.fromEntries(Object.keys(NOTHING).map((name) => [name, view[name]]));

const CHANGES = {
  __proto__: null, // an event may have any name
  cut_for_deal: (open, e) => ({ cut: [...open.cut, e.cards], dealer: e.dealer }),
  dealt: (open, e) => ({ deal: e.number, dealer: e.dealer, starter: null, played: [] }),
  starter: (open, e) => ({ starter: e.card }),
  played: (open, e) => ({ played: [...open.played, [e.seat, e.card]] }),
  pegged: (open, e) => ({ scores: open.scores.map((score, seat) => (seat === e.seat ? e.score : score)) }),
};

/** The information in an event; `open` is the table before it. */
const SHOWS = {
  __proto__: null,
  dealt: ({ deal, scores }) => [[deal, { scores }]],
  laid_open: ({ deal }, e) => [[deal, { starter: e.starter, show: { counts: [countOf(e)] } }]],
  counted: ({ deal }, e) => [[deal, { starter: e.starter, show: { counts: [countOf(e)] } }]],
};

const shownOpen = ({ deal, dealer, cut, starter, played }) =>
  [deal ? [deal, { dealer, starter, played }] : [0, { cut, dealer }]];

/**
 * @param {SeenByDeal} seen @param {{events: object[], view: object}} frame @param {object | null} before the view
 *   that the events follow
 * @param {number | null} you @returns {Observed}
 */
export function observeEvents(seen, { events, view }, before, you) {
  const shown = [];
  let open = before ? openOn(before) : { ...NOTHING, scores: view.start ?? NOTHING.scores };
  let isInOrder = true;
  for (const event of events) {
    shown.push(...(SHOWS[event.e]?.(open, event) ?? []));
    isInOrder &&= event.e !== "dealt" || event.number === open.deal + 1;
    open = { ...open, ...CHANGES[event.e]?.(open, event) };
    shown.push(...shownOpen(open));
  }
  const told = observe(seen, shown, you);
  const there = observeTable(told.seen, view, you);
  const isLedTo = isInOrder && text(open) === text(openOn(view));
  const notLedTo = isLedTo
    ? null
    : fault(gettext("In deal {deal} the server shows a table that does not follow from the moves it sent.", view), view.deal);
  return { seen: there.seen, fault: told.fault ?? there.fault ?? notLedTo };
}

/**
 * Adds events from this page's absence. They have to agree with what it saw, and lead to the table that is shown. They
 * add to the evidence about deals of which the page saw cards itself, and create none about others: a page only vouches
 * for deals that it watched.
 * @param {SeenByDeal} seen @param {{events: object[], view: object}} missed @param {object | null} before the view
 *   that the events follow, null if they are all since the game began @param {number | null} you @returns
 *   {Observed}
 */
export function observeHistory(seen, missed, before, you) {
  if (!missed.events.length && (before || missed.view.deal === 0)) return { seen, fault: null };
  const observed = observeEvents(seen, missed, before, you);
  const isWitness = ([deal]) => seen[deal] && sawCards(seen[deal]);
  return {
    seen: { ...seen, ...Object.fromEntries(Object.entries(observed.seen).filter(isWitness)) },
    fault: observed.fault,
  };
}

/**
 * Merges the evidence of two pages. One may be slightly behind.
 * @param {SeenByDeal} seen
 * @param {SeenByDeal} others
 * @returns {Observed}
 */
export const joinSeen = (seen, others) =>
  observe(seen, Object.entries(others).map(([deal, parts]) => [deal, { ...parts, reached: null }]), null);

/** The evidence about one deal. For a deal played on another device it is at least the dealer. @returns {Seen} */
export function observedInDeal(seen, deal, you) {
  const saw = seen[deal] ?? blank(you);
  const first = seen[0]?.dealer ?? null;
  return saw.dealer === null && first !== null && deal ? { ...saw, dealer: (first + deal + 1) % 2 } : saw;
}
