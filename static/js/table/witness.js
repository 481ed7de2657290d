/**
 * What this seat saw with its own eyes, deal by deal: the evidence a revealed deal is checked against. Pure.
 *
 * @typedef {{you: number|null, dealer: number|null, cut: string[][]|null, dealt: string[]|null,
 *   starter: string|null, played: [number, string][], show: {counts: object[]}}} Seen
 */

const blank = (you) => ({ you, dealer: null, cut: null, dealt: null, starter: null, played: [], show: { counts: [] } });

function seenOf(seen, deal, you, change) {
  return { ...seen, [deal]: { ...(seen[deal] ?? blank(you)), ...change } };
}

const WITNESS = {
  cut_for_deal: (was, e) => ({ cut: [...(was.cut ?? []), e.cards], dealer: e.dealer }),
  dealt: (was, e) => ({ dealer: e.dealer }),
  starter: (was, e) => ({ starter: e.card }),
  played: (was, e) => ({ played: [...was.played, [e.seat, e.card]] }),
  counted: (was, e) => ({ show: { counts: [...was.show.counts, { seat: e.seat, what: e.what, cards: e.cards }] } }),
};

function fromView(seen, view, you) {
  const deal = view.deal;
  let all = seen;
  const dealer = all[0]?.dealer ?? firstDealer(view);
  if (view.cut.length || dealer !== null) all = seenOf(all, 0, you, { cut: view.cut, dealer });
  if (deal > 0 && view.phase !== "over") {
    const change = { dealer: view.dealer, starter: view.starter, played: view.played };
    if (view.phase === "throw" && view.hand?.length === 6) change.dealt = view.hand;
    all = seenOf(all, deal, you, change);
  }
  if (view.show) {
    const { deal: shown, dealer: by, starter, counts } = view.show;
    all = seenOf(all, shown, you, { show: { counts }, starter, dealer: by });
  }
  return all;
}

/** Deals alternate, so the first dealer follows from any later one. */
const firstDealer = (view) =>
  view.dealer === null || view.deal === 0 ? view.dealer : (view.dealer + view.deal + 1) % 2;

/** @returns {Object<number, Seen>} */
export function witnessEvents(seen, frame, dealBefore, you) {
  let all = seen;
  let deal = dealBefore;
  for (const event of frame.events) {
    if (event.e === "dealt") deal = event.number;
    const change = WITNESS[event.e];
    if (change) all = seenOf(all, deal, you, change(all[deal] ?? blank(you), event));
  }
  return fromView(all, frame.view, you);
}

export const witnessTable = (seen, view, you) => fromView(seen, view, you);

/** The evidence on one deal; of one played elsewhere (another device) at least who dealt it. */
export const evidence = (seen, deal, you) =>
  seen[deal] ?? { ...blank(you), dealer: seen[0] && seen[0].dealer !== null ? (seen[0].dealer + deal + 1) % 2 : null };
