// Shows the verdict on a transcript with each of its decks, or on a player's case.

import { hex } from "../../rng/bytes.js";
import { SHARED_PROTOCOL } from "../../rng/cribfair.js";
import { sameAs } from "../../game/fairness/deal-links.js";
import { contextOf } from "./transcript.js";
import { nameOf } from "./verdict.js";
import { cardName, cardSign } from "../../ui/cards/card-names.js";
import { html } from "../../ui/dom.js";
import { formatList, gettext, interpolateNodes, ngettext } from "../../ui/translate.js";

const HEADS = { true: gettext("✓ True"), false: gettext("✗ False"), unreadable: gettext("? Can’t be read") };

const isRed = (card) => card[1] === "D" || card[1] === "H";

/** @param {HTMLElement} place @param {import("./verdict.js").Verdict} found */
export function showVerdict(place, found) {
  const game = gameOf(found);
  place.replaceChildren(
    verdictOf(found),
    ...(game
      ? [promised(game), ...game.deals.map((deal) => laidDeal(game, deal, faultsOfDeal(found, deal.number)))]
      : []),
  );
}

/** The transcript that was checked; null where it was something else. */
const gameOf = ({ document, decks }) => (decks === null ? document : null);

/** What is wrong with one deal. @returns {string[]} */
export const faultsOfDeal = ({ faults }, number) =>
  faults.filter(({ deal }) => deal === number).map(({ says }) => says);

function verdictOf(found) {
  const { verdict, faults, table_code: code, logged_by: log } = found;
  const game = gameOf(found);
  const isCase = found.receipts !== null;
  return html(
    "section", { class: `verdict is-${verdict}`, "aria-labelledby": "verdict-head" },
    html("h2", { id: "verdict-head" }, HEADS[verdict]),
    verdict === "true" ? html("p", {}, praiseOf(found)) : listOf(faults.map(({ says }) => says)),
    verdict === "true" && log ? html("p", {}, inTheLog(game, nameOf(log))) : null,
    code
      ? html(
        "p",
        {},
        ...interpolateNodes(gettext("Table code {code}"), { code: html("code", { class: "agreed-code" }, code) }),
      )
      : null,
    isCase
      ? html(
        "p",
        {},
        ...interpolateNodes(whoSigned(), { key: html("code", { class: "signing-key" }, found.signed_by) }),
      )
      : null,
  );
}

const whoSigned = () =>
  gettext(
    "The signing key is {key}. Anyone can make a key and sign in any name, so compare it with the one the site publishes at /fairness/verify.",
  );

function praiseOf(found) {
  if (found.receipts !== null) return praiseOfCase(found);
  return found.decks === null ? praise(found.document) : praiseOfDecks(found);
}

function praiseOfDecks({ decks, rounds, document: { entrants } }) {
  const says = ngettext(
    "The decks {decks} follow from what the server and {n} player showed before the first card.",
    "The decks {decks} follow from what the server and {n} players showed before the first card.",
    entrants.filter(({ secret }) => secret).length, { decks },
  );
  return `${says} ${ngettext("The links of {n} round are shown, and lead back to the tip.", "The links of {n} rounds are shown, and lead back to the tip.", rounds)}`;
}

function praiseOfCase({ game, receipts }) {
  return ngettext(
    "Everything the server signed in game {game} can be true: its {n} receipt contradicts nothing.",
    "Everything the server signed in game {game} can be true: its {n} receipts agree with one another.",
    receipts, { game },
  );
}

const listOf = (faults) => html("ul", { class: "faults" }, ...faults.map((fault) => html("li", {}, fault)));

const markOf = (isTrue) =>
  html(
    "span",
    { class: "mark" },
    isTrue ? "✓" : "✗",
    html("span", { class: "unseen" }, ` ${isTrue ? gettext("true:") : gettext("wrong:")} `),
  );

function praise({ deals, players, result, fair }) {
  const names = formatList(players.map(({ name }) => name));
  if (!deals.length) {
    return gettext("No cards were dealt to {names}. The commitments and what was shown fit.", { names });
  }
  const source = sameAs(fair);
  if (source) {
    return gettext(
      "Every deck between {names} follows from what fixes the decks of game {game}, whose cards were played once more, and every card was where the decks have it.",
      { names, game: source.game },
    );
  }
  if (fair.version === SHARED_PROTOCOL) {
    return gettext(
      "Every deck between {names} follows from the root and the links of decks that many tables shared, and every card was where the decks have it.",
      { names },
    );
  }
  return result
    ? gettext(
      "Every deck between {names} is the one that both players and the server made together before the first card, and every card was where the decks have it.",
      { names },
    )
    : gettext(
      "Every deck between {names} shown so far is the one that both players and the server made together before the first card, and every card was where the decks have it.",
      { names },
    );
}

const inTheLog = ({ result }, log) => result
  ? gettext("The public log {log} has its beginning and its end.", { log })
  : gettext("The public log {log} has its beginning.", { log });

/** Everything that was fixed or shown, for a reader who checks by hand. */
function promised({ fair, players, bot_stream: stream }) {
  const context = contextOf(fair);
  const facts = [
    [gettext("Params"), fair.params],
    [gettext("The server’s tip"), fair.tip],
    ...players.map(({ name }, seat) => [gettext("{name} committed to", { name }), fair.commitments[seat]]),
    ...players.map(({ name }, seat) => [gettext("{name}’s secret", { name }), fair.secrets[seat]]),
    [gettext("The context"), context && hex(context)],
    [gettext("The bot’s own chance"), stream],
  ];
  return html(
    "details",
    { class: "promised" },
    html("summary", {}, gettext("Commitments and secrets")),
    factsOf(facts),
  );
}

function factsOf(facts) {
  const there = facts.filter(([, value]) => value);
  return html(
    "dl",
    { class: "facts" },
    ...there.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, html("code", {}, value))]),
  );
}

function laidDeal(game, deal, faults) {
  const name = deal.number ? gettext("Deal {deal}", { deal: deal.number }) : gettext("The cut for deal");
  const id = `deal-${deal.number}`;
  return html(
    "section", { id, class: `laid-deal ${faults.length ? "is-false" : "is-true"}`, "aria-labelledby": `${id}-head` },
    html("h3", { id: `${id}-head` }, markOf(!faults.length), name),
    faults.length ? listOf(faults) : null,
    html("p", { class: "happened" }, deal.cut ? describeCut(game, deal.cut) : describeHands(game, deal.hands)),
    deckOf(deal, deckMarks(game, deal)),
    html(
      "details",
      {},
      html("summary", {}, gettext("Link and key")),
      factsOf([[gettext("The server’s link"), game.fair.links[deal.number]], [gettext("The key"), deal.key]]),
    ),
  );
}

function describeCut({ players }, { cards, dealer }) {
  const [one, other] = players.map(({ name }) => name);
  const turned = cards.map(([first, second], n) => {
    const cut = { one, card: cardSign(first), other, second: cardSign(second) };
    return n
      ? gettext("then {one} cut {card}, {other} cut {second}", cut)
      : gettext("{one} cut {card}, {other} cut {second}", cut);
  });
  return gettext("{turned}: {name} deals first.", { turned: turned.join("; "), name: players[dealer].name });
}

function describeHands({ players }, { dealer, throws, counts, scores }) {
  const told = [gettext("{name} dealt.", players[dealer])];
  for (const seat of [1 - dealer, dealer]) {
    if (throws[seat]) {
      told.push(
        gettext("{name} threw {cards}.", { name: players[seat].name, cards: throws[seat].map(cardSign).join(" ") }),
      );
    }
  }
  for (const { seat, what, points } of counts) {
    const { name } = players[seat];
    told.push(
      what === "crib"
        ? gettext("{name}’s crib counted {points}.", { name, points })
        : gettext("{name}’s hand counted {points}.", { name, points }),
    );
  }
  const [one, other] = players.map(({ name }) => name);
  told.push(gettext("Score: {one} {ones}, {other} {others}.", { one, ones: scores[0], other, others: scores[1] }));
  return told.join(" ");
}

/** Whose each card of the deck was, by its place. @returns {Map<number, {kind: string, says: string}>} */
export function deckMarks({ players }, { cut, hands }) {
  const marks = new Map();
  if (cut) {
    cut.cards.flat().forEach(
      (_, place) => marks.set(place, { kind: `seat-${place % 2}`, says: players[place % 2].name }),
    );
    return marks;
  }
  for (let place = 0; place < 12; place++) {
    const seat = place % 2 ? hands.dealer : 1 - hands.dealer;
    marks.set(place, { kind: `seat-${seat}`, says: players[seat].name });
  }
  marks.set(12, { kind: "starter", says: hands.starter ? gettext("starter") : gettext("not turned") });
  return marks;
}

function deckOf({ deck, number }, marks) {
  const cards = deck.map((card, place) => {
    const mark = marks.get(place);
    return html(
      "li", { class: `deck-place ${mark ? mark.kind : "undealt"}` },
      html("span", { class: isRed(card) ? "face red" : "face", "aria-hidden": "true" }, cardSign(card)),
      html("span", { class: "unseen" }, `${cardName(card)}${mark ? ", " : ""}`),
      mark ? html("span", { class: "of" }, mark.says) : null,
    );
  });
  const label = number
    ? gettext("The deck of deal {number}, from the top", { number })
    : gettext("The deck of the cut, from the top");
  return html("ol", { class: "laid-deck", "aria-label": label }, ...cards);
}
