/**
 * Records deal by deal the cards that this page saw: the evidence a revealed deal is checked against. The first
 * observation stands: a card that is shown otherwise later was not dealt as promised. Pure.
 *
 * @typedef {{you: number|null, dealer: number|null, cut: string[][]|null, dealt: string[]|null,
 *   starter: string|null, played: [number, string][], show: {counts: object[]}}} Seen
 */

const blank = (you) => ({ you, dealer: null, cut: null, dealt: null, starter: null, played: [], show: { counts: [] } });

function withObservation(seen, deal, you, change) {
  return { ...seen, [deal]: { ...(seen[deal] ?? blank(you)), ...change } };
}

const OBSERVATIONS = {
  cut_for_deal: (was, e) => ({ cut: [...(was.cut ?? []), e.cards], dealer: e.dealer }),
  dealt: (was, e) => ({ dealer: e.dealer }),
  starter: (was, e) => ({ starter: e.card }),
  played: (was, e) => ({ played: [...was.played, [e.seat, e.card]] }),
  counted: (was, e) => ({ show: { counts: [...was.show.counts, { seat: e.seat, what: e.what, cards: e.cards }] } }),
};

/** The list seen so far, with what was added since. */
const grown = (was, now) => [...was, ...now.slice(was.length)];

function observeView(seen, view, you) {
  const deal = view.deal;
  let all = seen;
  const dealer = all[0]?.dealer ?? firstDealer(view);
  if (view.cut.length || dealer !== null) all = withObservation(all, 0, you, { cut: grown(all[0]?.cut ?? [], view.cut), dealer });
  if (deal > 0 && view.phase !== "over") {
    const was = all[deal] ?? blank(you);
    const six = view.phase === "throw" && view.hand?.length === 6 ? view.hand : null;
    all = withObservation(all, deal, you, {
      dealer: was.dealer ?? view.dealer,
      starter: was.starter ?? view.starter,
      played: grown(was.played, view.played),
      dealt: was.dealt ?? six,
    });
  }
  if (view.show) {
    const { deal: shown, dealer: by, starter, counts } = view.show;
    const was = all[shown] ?? blank(you);
    const told = counts.map(({ seat, what, cards }) => ({ seat, what, cards }));
    all = withObservation(all, shown, you, {
      show: { counts: grown(was.show.counts, told) }, starter: was.starter ?? starter, dealer: was.dealer ?? by,
    });
  }
  return all;
}

/** Deals alternate, so the first dealer follows from any later one. */
const firstDealer = (view) =>
  view.dealer === null || view.deal === 0 ? view.dealer : (view.dealer + view.deal + 1) % 2;

/** @returns {Object<number, Seen>} */
export function observeEvents(seen, frame, dealBefore, you) {
  let all = seen;
  let deal = dealBefore;
  for (const event of frame.events) {
    if (event.e === "dealt") deal = event.number;
    const change = OBSERVATIONS[event.e];
    if (change) all = withObservation(all, deal, you, change(all[deal] ?? blank(you), event));
  }
  return observeView(all, frame.view, you);
}

export const observeTable = (seen, view, you) => observeView(seen, view, you);

/** The evidence on one deal; for one that was played on another device, at least who dealt it. */
export const observedInDeal = (seen, deal, you) =>
  seen[deal] ?? { ...blank(you), dealer: seen[0] && seen[0].dealer !== null ? (seen[0].dealer + deal + 1) % 2 : null };
