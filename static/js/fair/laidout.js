// A transcript's verdict and its every deck, laid out on a page.

import { html } from "../table/dom.js";
import { hex } from "./bytes.js";
import { contextOf } from "./transcript.js";

const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king", T: "ten" };
const NAMED = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const HEADS = { true: "✓ True", false: "✗ False", unreadable: "? This cannot be read" };

const sign = (card) => `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}`;
const spoken = (card) => `${RANKS[card[0]] ?? card[0]} of ${NAMED[card[1]]}`;
const isRed = (card) => card[1] === "D" || card[1] === "H";

/** @param {HTMLElement} place @param {import("./transcript.js").Verdict} found */
export function layOut(place, found) {
  const { document: game } = found;
  place.replaceChildren(
    verdictOf(found),
    ...(game ? [promised(game), ...game.deals.map((deal) => laidDeal(game, deal, faultsOf(found, deal.number)))] : []),
  );
}

/** What is wrong with one deal. @returns {string[]} */
export function faultsOf({ faults }, number) {
  const named = new RegExp(number ? `\\bdeal ${number}\\b` : "\\bdeal 0\\b|cut for deal|lower card", "i");
  return faults.filter((fault) => named.test(fault));
}

function verdictOf({ verdict, faults, table_code: code, document: game }) {
  return html(
    "section", { class: `verdict is-${verdict}`, "aria-labelledby": "verdict-head" },
    html("h2", { id: "verdict-head" }, HEADS[verdict]),
    verdict === "true" ? html("p", {}, praise(game)) : listOf(faults),
    code ? html("p", {}, "Table code ", html("code", { class: "agreed-code" }, code)) : null,
  );
}

const listOf = (faults) => html("ul", { class: "faults" }, ...faults.map((fault) => html("li", {}, fault)));

const markOf = (isTrue) =>
  html("span", { class: "mark" }, isTrue ? "✓" : "✗", html("span", { class: "unseen" }, isTrue ? " true: " : " wrong: "));

function praise({ deals, players, result }) {
  const names = players.map(({ name }) => name).join(" and ");
  if (!deals.length) return `No card was dealt to ${names}. What was committed to and shown holds.`;
  const far = result ? "" : ", as far as they are shown by now";
  return (
    `Each deck between ${names} is the one that both and the server made together before the first card, ` +
    `and every card lay where the decks have it${far}.`
  );
}

/** Everything that was fixed or shown, for who wants to do it by hand. */
function promised({ fair, players, bot_stream: stream }) {
  const context = contextOf(fair);
  const facts = [
    ["Params", fair.params],
    ["The server’s tip", fair.tip],
    ...players.map(({ name }, seat) => [`${name} committed to`, fair.commitments[seat]]),
    ...players.map(({ name }, seat) => [`${name}’s secret`, fair.secrets[seat]]),
    ["The context", context && hex(context)],
    ["The bot’s own chance", stream],
  ];
  return html("details", { class: "promised" }, html("summary", {}, "What was committed to, and the secrets"), factsOf(facts));
}

function factsOf(facts) {
  const there = facts.filter(([, value]) => value);
  return html("dl", { class: "facts" }, ...there.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, html("code", {}, value))]));
}

function laidDeal(game, deal, faults) {
  const name = deal.number ? `Deal ${deal.number}` : "The cut for deal";
  const id = `deal-${deal.number}`;
  return html(
    "section", { id, class: `laid-deal ${faults.length ? "is-false" : "is-true"}`, "aria-labelledby": `${id}-head` },
    html("h3", { id: `${id}-head` }, markOf(!faults.length), name),
    faults.length ? listOf(faults) : null,
    html("p", { class: "happened" }, deal.cut ? cutTold(game, deal.cut) : handsTold(game, deal.hands)),
    deckOf(deal, marksOf(game, deal)),
    html("details", {}, html("summary", {}, "Link and key"), factsOf([["The server’s link", game.fair.links[deal.number]], ["The key", deal.key]])),
  );
}

function cutTold({ players }, { cards, dealer }) {
  const turned = cards.map((pair) => pair.map((card, seat) => `${players[seat].name} cut ${sign(card)}`).join(", ")).join("; then ");
  return `${turned}: ${players[dealer].name} deals first.`;
}

function handsTold({ players }, { dealer, throws, counts, scores }) {
  const told = [`${players[dealer].name} dealt.`];
  for (const seat of [1 - dealer, dealer]) {
    if (throws[seat]) told.push(`${players[seat].name} threw ${throws[seat].map(sign).join(" ")}.`);
  }
  for (const { seat, what, points } of counts) {
    told.push(`${players[seat].name}’s ${what} counted ${points}.`);
  }
  told.push(`It stood ${players[0].name} ${scores[0]}, ${players[1].name} ${scores[1]}.`);
  return told.join(" ");
}

/** Whose each card of the deck was, by its place. @returns {Map<number, {kind: string, says: string}>} */
export function marksOf({ players }, { cut, hands }) {
  const marks = new Map();
  if (cut) {
    cut.cards.flat().forEach((_, place) => marks.set(place, { kind: `seat-${place % 2}`, says: players[place % 2].name }));
    return marks;
  }
  for (let place = 0; place < 12; place++) {
    const seat = place % 2 ? hands.dealer : 1 - hands.dealer;
    marks.set(place, { kind: `seat-${seat}`, says: players[seat].name });
  }
  marks.set(12, { kind: "starter", says: hands.starter ? "starter" : "not turned" });
  return marks;
}

function deckOf({ deck, number }, marks) {
  const cards = deck.map((card, place) => {
    const mark = marks.get(place);
    return html(
      "li", { class: `deck-place ${mark ? mark.kind : "undealt"}` },
      html("span", { class: isRed(card) ? "face red" : "face", "aria-hidden": "true" }, sign(card)),
      html("span", { class: "unseen" }, `${spoken(card)}${mark ? ", " : ""}`),
      mark ? html("span", { class: "of" }, mark.says) : null,
    );
  });
  return html("ol", { class: "laid-deck", "aria-label": `The deck of ${number ? `deal ${number}` : "the cut"}, from the top` }, ...cards);
}
