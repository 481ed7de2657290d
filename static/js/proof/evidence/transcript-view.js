// Shows the verdict on a transcript with each of its decks, or on a player's case.

import { hex } from "../../rng/bytes.js";
import { SHARED_PROTOCOL } from "../../rng/cribfair.js";
import { describeSign, SENTENCES, SIGNS } from "../../game/fairness/signs.js";
import { sameAs } from "../../game/fairness/deal-links.js";
import { contextOf } from "./transcript.js";
import { describeDelay, describeMoves, describeUnchecked, nameOf } from "./verdict.js";
import { cardName, cardSign } from "../../ui/cards/card-names.js";
import { html } from "../../ui/dom.js";
import { formatList, gettext, interpolateNodes, ngettext } from "../../ui/translate.js";

const UNREADABLE = gettext("? Can’t be read");

const isRed = (card) => card[1] === "D" || card[1] === "H";

/** @param {HTMLElement} place @param {import("./verdict.js").Verdict} found */
export function showVerdict(place, found) {
  const game = gameOf(found);
  place.replaceChildren(
    verdictOf(found),
    ...(game
      ? [promised(game), ...game.deals.map((deal) => laidDeal(game, deal, found))]
      : []),
  );
}

/** The transcript that was checked, or null for another kind of file. */
const gameOf = ({ document, decks }) => (decks === null ? document : null);

/** Receipts alone don't show every card. @returns {import("../../game/fairness/signs.js").Mark | "unreadable"} */
export const markOf = ({ verdict, receipts, doubt = null }) =>
  verdict === "true" && (doubt || receipts !== null) ? "unvouched" : verdict;

/** The faults of one deal. @returns {string[]} */
export const faultsOfDeal = ({ faults }, number) =>
  faults.filter(({ deal }) => deal === number).map(({ says }) => says);

function verdictOf(found) {
  const { verdict, faults, table_code: code, logged_by: log, doubt = null, caveat = null } = found;
  const game = gameOf(found);
  const isCase = found.receipts !== null;
  return html(
    "section", { class: `verdict is-${markOf(found)}`, "aria-labelledby": "verdict-head" },
    html("h2", { id: "verdict-head" }, verdict === "unreadable" ? UNREADABLE : describeSign(markOf(found))),
    doubt ? html("p", {}, doubt) : null,
    verdict === "true" && caveat ? html("p", {}, caveat) : null,
    verdict === "true" ? html("p", {}, praiseOf(found)) : listOf(faults.map(({ says }) => says)),
    verdict === "true" && log ? html("p", {}, inTheLog(game, nameOf(log))) : null,
    verdict === "true" && found.moves ? html("p", {}, describeMoves(found.moves).join(" ")) : null,
    ...describeUnchecked(found.unchecked).map((says) => html("p", {}, says)),
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

function praiseOfDecks(found) {
  const { decks, rounds, document: { entrants } } = found;
  const says = ngettext(
    "The decks {decks} follow from the secrets that the server and {n} player revealed before the first card.",
    "The decks {decks} follow from the secrets that the server and {n} players revealed before the first card.",
    entrants.filter(({ secret }) => secret).length, { decks },
  );
  const links = ngettext(
    "The link of {n} round is revealed and leads back to the tip.",
    "The links of {n} rounds are revealed and lead back to the tip.",
    rounds,
  );
  return `${says} ${links} ${describeDelay(found)}`;
}

function praiseOfCase({ game, receipts }) {
  return ngettext(
    "The server signed {n} receipt in game {game}. It contains no contradiction.",
    "The server signed {n} receipts in game {game}. They don’t contradict each other.",
    receipts, { game },
  );
}

const listOf = (faults) => html("ul", { class: "faults" }, ...faults.map((fault) => html("li", {}, fault)));

function praise({ deals, players, result, fair }) {
  const names = formatList(players.map(({ name }) => name));
  if (!deals.length) {
    return gettext("No cards were dealt to {names}. The revealed secrets match the commitments.", { names });
  }
  const source = sameAs(fair);
  if (source) {
    return gettext(
      "{names} played the cards of game {game} again. Every deck follows from the secrets of that game, and every card was in its place in the deck.",
      { names, game: source.game },
    );
  }
  if (fair.version === SHARED_PROTOCOL) {
    return gettext(
      "{names} played decks that many tables share. Every deck follows from the shared root and links, and every card was in its place in the deck.",
      { names },
    );
  }
  return result
    ? gettext(
      "The server and both players, {names}, fixed every deck together before the first card. Every card was in its place in the deck.",
      { names },
    )
    : gettext(
      "The server and both players, {names}, fixed every deck revealed so far together before the first card. Every card was in its place in the deck.",
      { names },
    );
}

const inTheLog = ({ result }, log) => result
  ? gettext("The public log {log} records the start and the end of the game.", { log })
  : gettext("The public log {log} records the start of the game.", { log });

/** All committed and revealed values, for a reader who checks by hand. */
function promised({ fair, players, bot_stream: stream }) {
  const context = contextOf(fair);
  const facts = [
    [gettext("Params"), fair.params],
    [gettext("The server’s tip"), fair.tip],
    ...players.map(({ name }, seat) => [gettext("Commitment of {name}", { name }), fair.commitments[seat]]),
    ...players.map(({ name }, seat) => [gettext("{name}’s secret", { name }), fair.secrets[seat]]),
    [gettext("The context"), context && hex(context)],
    [gettext("The bot’s secret"), stream],
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

function laidDeal(game, deal, found) {
  const faults = faultsOfDeal(found, deal.number);
  const sound = found.doubt ? "unvouched" : "true";
  const mark = faults.length ? "false" : sound;
  const name = deal.number ? gettext("Deal {deal}", { deal: deal.number }) : gettext("The cut for deal");
  const id = `deal-${deal.number}`;
  return html(
    "section", { id, class: `laid-deal is-${mark}`, "aria-labelledby": `${id}-head` },
    html("h3", { id: `${id}-head` }, html("span", { class: "mark", title: SENTENCES[mark] }, SIGNS[mark]), " ", name),
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
        gettext("{name} discarded {cards}.", { name: players[seat].name, cards: throws[seat].map(cardSign).join(" ") }),
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

/** The owner of each card of the deck, by its place. @returns {Map<number, {kind: string, says: string}>} */
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
