/** Breaks the generator of 1999 from six cards: dealt by the server, which shows no others, or picked by hand. */

import { get } from "../../ui/api.js";
import { cardName, cardSign } from "../../ui/cards/card-names.js";
import { CardPicker } from "../../ui/cards/card-picker.js";
import { cardBack, cardFace, cardOutline } from "../../ui/cards/card-svg.js";
import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { deckFigure } from "./deck-figure.js";
import { placeCards, STATES } from "./generator-search.js";
import {
  cardNumber,
  dealTable,
  describePromise,
  describeSearch,
  describeStages,
  formatCount,
  judgePromise,
  OTHER_SEAT,
  remainingStates,
} from "./search-texts.js";

const HAND = 6;
const NO_WORKER = gettext("This browser can’t run the search. The command break_shuffle does the same.");

const form = byId("break-form");
const seat = () => form.elements["break-seat"].value;

class BreakGame {
  constructor() {
    this.hand = []; // the six in the order dealt, optionally followed by the starter
    this.promise = null; // the commitment that came with a hand of the server
    this.tables = [];
    this.right = null; // the table that was dealt, once that is known
    this.searcher = null;
    this.picks = new CardPicker(byId("break-picks"), (card) => this.tap(card));
    byId("break-deal").addEventListener("click", () => this.deal());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.search();
    });
    form.addEventListener("change", () => this.setHand([]));
    this.setHand([]);
  }

  /** Sets another hand, without results. */
  setHand(hand, promise = null) {
    this.searcher?.terminate();
    Object.assign(this, { hand, promise, tables: [], right: null, searcher: null });
    setText(byId("break-left"), formatCount(STATES));
    byId("break-stages").replaceChildren();
    byId("break-found").replaceChildren();
    setText(byId("break-verdict"), "");
    this.draw();
    this.showStatus(describeHeld(hand.length));
  }

  async deal() {
    const asked = seat();
    const { ok, body } = await get(`/fairness/lab/hand?seat=${asked}`);
    if (asked !== seat()) return;
    if (!ok) {
      this.showStatus(body.says);
      return;
    }
    this.setHand(body.cards, body);
    byId("break-search").focus({ preventScroll: true });
  }

  tap(card) {
    const without = this.hand.filter((held) => held !== card);
    const isPutBack = without.length < this.hand.length;
    if (!isPutBack && this.hand.length > HAND) {
      this.showStatus(gettext("You know only six cards and the starter: put one back first."));
    }
    else this.setHand(isPutBack ? without : [...this.hand, card]);
  }

  search() {
    if (this.hand.length < HAND || this.searcher) return;
    const [starter = null] = this.hand.slice(HAND).map(cardNumber);
    const searcher = new Worker(new URL("./search-worker.js", import.meta.url), { type: "module" });
    // A message of the previous worker may still arrive after the hand has changed.
    searcher.addEventListener("message", ({ data }) => searcher === this.searcher && this.handleProgress(data));
    searcher.addEventListener("error", () => searcher === this.searcher && this.showStatus(NO_WORKER));
    this.searcher = searcher;
    searcher.postMessage({ seen: placeCards(seat(), this.hand.slice(0, HAND).map(cardNumber), starter) });
    this.showStatus(gettext("Trying every state that could have dealt them…"));
    this.draw();
  }

  handleProgress({ sought, isOver, seconds }) {
    setText(byId("break-left"), formatCount(remainingStates(sought)));
    if (!isOver) return;
    this.searcher.terminate();
    this.searcher = null;
    this.tables = sought.states.map((state) => dealTable(state, seat()));
    byId("break-stages").replaceChildren(...describeStages(sought).map((stage) => html("li", {}, stage)));
    if (this.tables.length === 1) [this.right] = this.tables;
    this.showStatus(describeSearch(sought, seconds, this.hand.length > HAND));
    this.draw();
    byId("break-found").replaceChildren(...this.tables.map((table, n) => this.laidOut(table, n)));
    if (this.promise && this.tables.length) this.requestReveal(this.promise);
  }

  /** Asks the server to reveal its commitment, after the search. */
  async requestReveal(promise) {
    const { ok, body } = await get(`/fairness/lab/hand/shown?${new URLSearchParams({ sealed: promise.sealed })}`);
    if (promise !== this.promise) return;
    const found = ok && judgePromise(body.said, promise.commitment, this.tables);
    const isRight = Boolean(found && found.isKept && found.right >= 0);
    setText(
      byId("break-verdict"),
      ok ? `${isRight ? "✓" : "✗"} ${describePromise(found, this.tables.length)}` : body.says,
    );
    byId("break-verdict").classList.toggle("complaint", !isRight);
    if (!isRight) return;
    this.right = this.tables[found.right];
    byId("break-found").children[found.right].classList.add("right");
    this.draw();
  }

  // Drawing.

  showStatus(what) {
    setText(byId("break-says"), what);
  }

  draw() {
    const [six, [starter]] = [this.hand.slice(0, HAND), this.hand.slice(HAND)];
    const open = Array.from({ length: HAND - six.length }, cardOutline);
    byId("break-mine").replaceChildren(...six.map((card) => cardFace(card)), ...open);
    const hidden = (card) => (card ? cardFace(card) : cardBack());
    const theirs = this.right?.opponent ?? Array(HAND).fill(null);
    byId("break-theirs").replaceChildren(...theirs.map(hidden));
    setAttr(byId("break-theirs"), "aria-label", this.right ? null : gettext("Six cards face down"));
    const cut = this.right?.starter ?? starter;
    byId("break-starter").replaceChildren(hidden(cut));
    setAttr(byId("break-starter"), "aria-label", cut ? null : gettext("Face down"));
    this.picks.draw({ held: six, seen: starter ? [starter] : [] });
    setText(byId("break-order"), this.hand.map(cardSign).join(" "));
    setAttr(byId("break-search"), "disabled", six.length < HAND || this.searcher !== null);
    byId("break-game").dataset.searching = String(this.searcher !== null);
  }

  /** The cards that follow from one state. */
  laidOut({ state, opponent, starter, deck, next }, n) {
    const who = OTHER_SEAT[seat()];
    const about = { n: n + 1, state: formatCount(state) };
    const name = this.tables.length > 1 ? gettext("State {n}: {state}", about) : gettext("State {state}", about);
    const holds = { cards: opponent.map(cardSign).join(" "), starter: cardName(starter) };
    const says = who === "dealer"
      ? gettext("The dealer holds {cards}; the starter is the {starter}.", holds)
      : gettext("Pone holds {cards}; the starter is the {starter}.", holds);
    return html(
      "article",
      { class: "break-state panel" },
      html("h4", {}, name),
      html("p", {}, says),
      html(
        "details",
        {},
        html("summary", {}, gettext("This whole deck and the next one")),
        html("p", { class: "aside" }, gettext("Framed: yours. Dashed: theirs. Outlined: the starter.")),
        deckFigure(deck, gettext("This deck"), seat()),
        deckFigure(next, gettext("The next deck, after the deal has passed"), who),
      ),
    );
  }
}

function describeHeld(held) {
  if (held === 0) return "";
  return held < HAND ? gettext("{n} to go.", { n: HAND - held }) : gettext("Six cards: that is enough.");
}

new BreakGame();
