/** The discard lab: answers while one taps or types; and practice, to guess first and then look. */

import { cardText, deck, dealSix } from "../fair/cribfair.js";
import { get } from "../ui/api.js";
import { Picks } from "../ui/card-picker.js";
import { part, set, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { bestSaid, judged, tallied } from "./lines.js";
import * as asked from "./position-input.js";
import { Practice } from "./practice.js";
import { Six } from "./six.js";
import { Throws } from "./throws.js";

const FIELDS = ["cards", "dealer", "mine", "theirs", "target", "seen"];
const SCORES = ["mine", "theirs"];
const form = part("lab");
const SLOW = 1_000;
const field = (name) => form.elements[name];

class Lab {
  constructor() {
    this.query = ""; // what was asked last
    this.lines = null; // what was answered to it
    this.trouble = "";
    this.practice = new Practice();
    this.six = new Six(part("six"), (card) => this.tapSix(card));
    this.picks = new Picks(part("picks"), (card) => this.tapPick(card));
    this.throws = new Throws(part("throws"), () => this.draw());
    this.listen();
    this.change();
  }

  listen() {
    form.addEventListener("input", ({ target }) => {
      if (target === field("cards")) this.practice.stop();
      if (FIELDS.includes(target.name)) this.change();
    });
    form.addEventListener("change", () => this.draw({ isTyped: true }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.draw({ isTyped: true });
    });
    part("deal").addEventListener("click", () => this.deal());
    part("throw").addEventListener("click", () => this.throw());
    part("clear").addEventListener("click", () => this.put([], []));
  }

  // What the form says, and what is asked.

  get isDealer() {
    return field("dealer").value === "1";
  }

  /** All that is read from the form, with what is wrong where. */
  read() {
    const six = asked.six(field("cards").value);
    const seen = asked.seen(field("seen").value, six.cards);
    const target = Number(field("target").value);
    const wrong = Object.fromEntries(SCORES.map((name) => [name, asked.scoreFault(field(name).value, target)]));
    const isComplete = !(six.fault || seen.fault || SCORES.some((name) => wrong[name]));
    return { six, seen, wrong, isComplete };
  }

  /** Something else is asked, perhaps. */
  change() {
    const entered = Object.fromEntries(FIELDS.map((name) => [name, field(name).value]));
    const query = this.read().isComplete ? asked.query(entered) : "";
    if (query !== this.query) this.ask(query);
    this.draw();
  }

  async ask(query) {
    Object.assign(this, { query, lines: null, trouble: "" });
    this.asking?.abort();
    this.asking = new AbortController();
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
    if (!query) return;
    const { signal } = this.asking;
    const excuse = setTimeout(() => write(part("says"), gettext("The server takes its time. All fifteen throws are being weighed.")), SLOW);
    signal.addEventListener("abort", () => clearTimeout(excuse));
    const { ok, body } = await get(`/api/lab?${query}`, signal);
    clearTimeout(excuse);
    if (signal.aborted) return;
    if (ok) this.lines = body.lines;
    else Object.assign(this, { query: "", trouble: body.says }); // so that the same can be asked again
    this.draw();
  }

  // What the player does.

  /** Put these cards where the fields have them. */
  put(held, seen) {
    field("cards").value = asked.written(held);
    field("seen").value = asked.written(seen);
    this.practice.stop();
    this.change();
  }

  tapPick(card) {
    const { six, seen } = this.read();
    const without = (cards) => cards.filter((each) => each !== card);
    const [held, elsewhere] = [without(six.cards), without(seen.cards)];
    const isMine = field("tap").value === "six";
    const isThere = (isMine ? six : seen).cards.includes(card);
    if (isMine && !isThere && held.length >= asked.HAND) {
      this.draw({ note: gettext("You have six cards: put one back first.") });
      return;
    }
    if (!isThere) (isMine ? held : elsewhere).push(card);
    this.put(held, elsewhere);
  }

  tapSix(card) {
    if (this.practice.isGuessing) {
      this.practice.toggle(card);
      this.draw();
      return;
    }
    const { six, seen } = this.read();
    this.put(six.cards.filter((each) => each !== card), seen.cards);
  }

  deal() {
    const { pone, dealer } = dealSix(deck(crypto.getRandomValues(new Uint8Array(64))));
    this.put((this.isDealer ? dealer : pone).map(cardText), []);
    this.practice.begin();
    this.draw();
    part("six").querySelector("button").focus({ preventScroll: true });
  }

  throw() {
    this.practice.throw(this.lines);
    this.draw();
    part("deal").focus({ preventScroll: true });
  }

  // What is drawn.

  /** @param {{isTyped?: boolean, note?: string}} [now]  `isTyped`: to the end, as far as can be known */
  draw({ isTyped = false, note = "" } = {}) {
    const { six, seen, wrong, isComplete } = this.read();
    const { chosen, isGuessing, stage } = this.practice;
    const lines = isGuessing ? null : this.lines;
    const isAwaited = isComplete && !isGuessing && !lines && !this.trouble;
    const fault = (read) => (read.isShort || (read.isBegun && !isTyped) ? "" : read.fault);
    this.complain({ cards: fault(six), seen: fault(seen), ...wrong });
    this.picks.draw({ held: six.cards, seen: seen.cards });
    this.six.draw({ cards: six.cards, thrown: stage === "off" ? lines?.[0].thrown ?? [] : chosen, isGuess: isGuessing });
    if (!isAwaited) write(part("says"), note || (six.isShort ? six.fault : this.says(lines)));
    this.drawDeeds();
    this.drawAnswer(lines, isAwaited);
  }

  says(lines) {
    if (this.practice.isGuessing) {
      return this.isDealer ? gettext("Which two do you throw to your crib?") : gettext("Which two do you throw to their crib?");
    }
    if (!lines) return "";
    return this.practice.stage === "thrown" ? judged(lines, this.practice.chosen) : bestSaid(lines[0]);
  }

  complain(faults) {
    for (const [name, fault] of Object.entries(faults)) {
      const complaint = part(`${name}-fault`);
      write(complaint, fault);
      complaint.hidden = !fault;
      set(field(name), "aria-invalid", fault !== "" && "true");
    }
  }

  drawDeeds() {
    const { chosen, isGuessing, sums } = this.practice;
    part("deal").hidden = isGuessing;
    part("throw").hidden = !isGuessing;
    set(part("throw"), "disabled", chosen.length !== 2 || !this.lines);
    write(part("tally"), tallied(sums));
    part("tally").hidden = !sums.deals;
  }

  /** The table keeps what it shows, dimmed, until the answer is there. */
  drawAnswer(lines, isAwaited) {
    write(part("trouble"), this.trouble);
    part("trouble").hidden = !this.trouble;
    set(part("throws"), "aria-busy", isAwaited && "true");
    if (lines) this.throws.draw(lines, { dealer: this.isDealer, guess: this.practice.chosen });
    else if (!isAwaited) this.throws.clear();
    part("nothing-yet").hidden = Boolean(lines || isAwaited || this.trouble);
  }
}

new Lab();
