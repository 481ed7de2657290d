/** Break the generator of 1999 from six cards: dealt by the server, which tells no others, or picked by hand. */

import { get } from "../../ui/api.js";
import { cardName, cardSign } from "../../ui/card-names.js";
import { Picks } from "../../ui/card-picker.js";
import { back, face, place } from "../../ui/card-svg.js";
import { html, part, set, write } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { PLACES, seenBy, STARTER, STATES } from "./generator-search.js";
import { counted, judged, numberOf, OTHER, outcome, stages, tableFrom, undecided, verdict } from "./search-texts.js";

const HAND = 6;
const NO_WORKER = gettext("This browser can't search beside the page. The command break_shuffle does the same.");

const form = part("break-form");
const seat = () => form.elements["break-seat"].value;

class Break {
  constructor() {
    this.hand = []; // the six in the order dealt, and after them perhaps the starter
    this.promise = null; // what came with a hand of the server's
    this.tables = [];
    this.right = null; // the one of the tables that it was, once that is known
    this.searcher = null;
    this.picks = new Picks(part("break-picks"), (card) => this.tap(card));
    part("break-deal").addEventListener("click", () => this.deal());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.search();
    });
    form.addEventListener("change", () => this.hold([]));
    this.hold([]);
  }

  /** Another hand, of which nothing is known yet. */
  hold(hand, promise = null) {
    this.searcher?.terminate();
    Object.assign(this, { hand, promise, tables: [], right: null, searcher: null });
    write(part("break-left"), counted(STATES));
    part("break-stages").replaceChildren();
    part("break-found").replaceChildren();
    write(part("break-verdict"), "");
    this.draw();
    this.say(heldSays(hand.length));
  }

  async deal() {
    const asked = seat();
    const { ok, body } = await get(`/fairness/lab/hand?seat=${asked}`);
    if (asked !== seat()) return;
    if (!ok) {
      this.say(body.says);
      return;
    }
    this.hold(body.cards, body);
    part("break-search").focus({ preventScroll: true });
  }

  tap(card) {
    const without = this.hand.filter((held) => held !== card);
    const isPutBack = without.length < this.hand.length;
    if (!isPutBack && this.hand.length > HAND) this.say(gettext("Six cards and the starter are all that you know: put one back first."));
    else this.hold(isPutBack ? without : [...this.hand, card]);
  }

  search() {
    if (this.hand.length < HAND || this.searcher) return;
    const [starter = null] = this.hand.slice(HAND).map(numberOf);
    const searcher = new Worker(new URL("./search-worker.js", import.meta.url), { type: "module" });
    // Its last words may still be on their way when another hand is held.
    searcher.addEventListener("message", ({ data }) => searcher === this.searcher && this.hear(data));
    searcher.addEventListener("error", () => searcher === this.searcher && this.say(NO_WORKER));
    this.searcher = searcher;
    searcher.postMessage({ seen: seenBy(seat(), this.hand.slice(0, HAND).map(numberOf), starter) });
    this.say(gettext("Looking at every state that could have dealt them …"));
    this.draw();
  }

  hear({ sought, isOver, seconds }) {
    write(part("break-left"), counted(undecided(sought)));
    if (!isOver) return;
    this.searcher.terminate();
    this.searcher = null;
    this.tables = sought.states.map((state) => tableFrom(state, seat()));
    part("break-stages").replaceChildren(...stages(sought).map((stage) => html("li", {}, stage)));
    if (this.tables.length === 1) [this.right] = this.tables;
    this.say(outcome(sought, seconds, this.hand.length > HAND));
    this.draw();
    part("break-found").replaceChildren(...this.tables.map((table, n) => this.laidOut(table, n)));
    if (this.promise && this.tables.length) this.ask(this.promise);
  }

  /** Now that it is found: the server may show what it promised. */
  async ask(promise) {
    const { ok, body } = await get(`/fairness/lab/hand/shown?${new URLSearchParams({ sealed: promise.sealed })}`);
    if (promise !== this.promise) return;
    const found = ok && judged(body.said, promise.commitment, this.tables);
    const isRight = Boolean(found && found.isKept && found.right >= 0);
    write(part("break-verdict"), ok ? `${isRight ? "✓" : "✗"} ${verdict(found, this.tables.length)}` : body.says);
    part("break-verdict").classList.toggle("complaint", !isRight);
    if (!isRight) return;
    this.right = this.tables[found.right];
    part("break-found").children[found.right].classList.add("right");
    this.draw();
  }

  // What is drawn.

  say(what) {
    write(part("break-says"), what);
  }

  draw() {
    const [six, [starter]] = [this.hand.slice(0, HAND), this.hand.slice(HAND)];
    const open = Array.from({ length: HAND - six.length }, place);
    part("break-mine").replaceChildren(...six.map((card) => face(card)), ...open);
    const hidden = (card) => (card ? face(card) : back());
    const theirs = this.right?.opponent ?? Array(HAND).fill(null);
    part("break-theirs").replaceChildren(...theirs.map(hidden));
    set(part("break-theirs"), "aria-label", this.right ? null : gettext("Six cards face down"));
    const cut = this.right?.starter ?? starter;
    part("break-starter").replaceChildren(hidden(cut));
    set(part("break-starter"), "aria-label", cut ? null : gettext("Face down"));
    this.picks.draw({ held: six, seen: starter ? [starter] : [] });
    write(part("break-order"), this.hand.map(cardSign).join(" "));
    set(part("break-search"), "disabled", six.length < HAND || this.searcher !== null);
    part("break-game").dataset.searching = String(this.searcher !== null);
  }

  /** Everything that one state says. */
  laidOut({ state, opponent, starter, deck, next }, n) {
    const who = OTHER[seat()];
    const about = { n: n + 1, state: counted(state) };
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
        html("summary", {}, gettext("The whole deck, and the next one")),
        html("p", { class: "aside" }, gettext("Framed: yours. Dashed: theirs. Outlined: the starter.")),
        this.deckOf(deck, gettext("This deck"), seat()),
        this.deckOf(next, gettext("The next deck, the deal having passed on"), who),
      ),
    );
  }

  deckOf(deck, name, sits) {
    const mine = PLACES[sits];
    const belongs = (at) => (mine.includes(at) ? "yours" : at < STARTER ? "theirs" : at === STARTER ? "starter" : "");
    const card = (each, at) =>
      html("span", { class: `break-card ${"HD".includes(each[1]) ? "red" : ""} ${belongs(at)}` }, cardSign(each));
    const spaced = deck.flatMap((each, at) => [card(each, at), " "]);
    return html("div", {}, html("h5", {}, name), html("p", { class: "break-deck" }, ...spaced));
  }
}

function heldSays(held) {
  if (held === 0) return "";
  return held < HAND ? gettext("{n} to go.", { n: HAND - held }) : gettext("Six cards: that is enough.");
}

new Break();
