/**
 * The discard lab: answers while the player taps or types. In practice mode they guess first and then see the answer.
 */

import { compareThrow, explainThrow } from "../../game/advice/throw-words.js";
import { cardText, dealSix, deck } from "../../rng/cribfair.js";
import { get } from "../../ui/api.js";
import { CardPicker } from "../../ui/cards/card-picker.js";
import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { describeBest, describeTally, describeThrow, findLine } from "./lines.js";
import * as asked from "./position-input.js";
import { Practice } from "./practice.js";
import { Six } from "./six.js";
import { Throws } from "./throws.js";

const FIELDS = ["cards", "dealer", "mine", "theirs", "target", "seen"];
const SCORES = ["mine", "theirs"];
const form = byId("lab");
const SLOW = 1_000;
const field = (name) => form.elements[name];

class Lab {
  constructor() {
    this.query = ""; // the last request
    this.lines = null; // the answer to it
    this.trouble = "";
    this.practice = new Practice();
    this.six = new Six(byId("six"), (card) => this.tapSix(card));
    this.picks = new CardPicker(byId("picks"), (card) => this.tapPick(card));
    this.throws = new Throws(byId("throws"), () => this.draw());
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
    byId("deal").addEventListener("click", () => this.deal());
    byId("throw").addEventListener("click", () => this.throw());
    byId("clear").addEventListener("click", () => this.setCards([], []));
  }

  // The form and its requests.

  get isDealer() {
    return field("dealer").value === "1";
  }

  /** Parses the form, with errors by field. */
  read() {
    const six = asked.parseSix(field("cards").value);
    const seen = asked.parseSeen(field("seen").value, six.cards);
    const target = Number(field("target").value);
    const wrong = Object.fromEntries(SCORES.map((name) => [name, asked.findScoreFault(field(name).value, target)]));
    const isComplete = !(six.fault || seen.fault || SCORES.some((name) => wrong[name]));
    return { six, seen, wrong, isComplete };
  }

  /** The request may have changed. */
  change() {
    const entered = Object.fromEntries(FIELDS.map((name) => [name, field(name).value]));
    const query = this.read().isComplete ? asked.buildQuery(entered) : "";
    if (query !== this.query) this.requestThrows(query);
    this.draw();
  }

  async requestThrows(query) {
    Object.assign(this, { query, lines: null, trouble: "" });
    this.asking?.abort();
    this.asking = new AbortController();
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
    if (!query) return;
    const { signal } = this.asking;
    const excuse = setTimeout(
      () => setText(byId("says"), gettext("This is taking a while. The server is computing all fifteen discards.")),
      SLOW,
    );
    signal.addEventListener("abort", () => clearTimeout(excuse));
    const { ok, body } = await get(`/api/lab?${query}`, signal);
    clearTimeout(excuse);
    if (signal.aborted) return;
    if (ok) this.lines = body.lines;
    else Object.assign(this, { query: "", trouble: body.says }); // so that the same request can be repeated
    this.draw();
  }

  // Actions of the player.

  /** Writes these cards to the fields. */
  setCards(held, seen) {
    field("cards").value = asked.formatCards(held);
    field("seen").value = asked.formatCards(seen);
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
      this.draw({ note: gettext("You have six cards. Put one back first.") });
      return;
    }
    if (!isThere) (isMine ? held : elsewhere).push(card);
    this.setCards(held, elsewhere);
  }

  tapSix(card) {
    if (this.practice.isGuessing) {
      this.practice.toggle(card);
      this.draw();
      return;
    }
    const { six, seen } = this.read();
    this.setCards(six.cards.filter((each) => each !== card), seen.cards);
  }

  deal() {
    const { pone, dealer } = dealSix(deck(crypto.getRandomValues(new Uint8Array(64))));
    this.setCards((this.isDealer ? dealer : pone).map(cardText), []);
    this.practice.begin();
    this.draw();
    byId("six").querySelector("button").focus({ preventScroll: true });
  }

  throw() {
    this.practice.throw(this.lines);
    this.draw();
    byId("deal").focus({ preventScroll: true });
  }

  // Drawing.

  /** @param {{isTyped?: boolean, note?: string}} [now]  `isTyped`: complete, as far as can be known */
  draw({ isTyped = false, note = "" } = {}) {
    const { six, seen, wrong, isComplete } = this.read();
    const { chosen, isGuessing, stage } = this.practice;
    const lines = isGuessing ? null : this.lines;
    const isAwaited = isComplete && !isGuessing && !lines && !this.trouble;
    const fault = (read) => (read.isShort || (read.isBegun && !isTyped) ? "" : read.fault);
    this.showFaults({ cards: fault(six), seen: fault(seen), ...wrong });
    this.picks.draw({ held: six.cards, seen: seen.cards });
    this.six.draw(
      { cards: six.cards, thrown: stage === "off" ? lines?.[0].thrown ?? [] : chosen, isGuess: isGuessing },
    );
    if (!isAwaited) setText(byId("says"), note || (six.isShort ? six.fault : this.promptText(lines)));
    this.drawButtons();
    this.drawAnswer(lines, isAwaited);
  }

  promptText(lines) {
    if (this.practice.isGuessing) {
      return this.isDealer
        ? gettext("Which two do you discard to your crib?")
        : gettext("Which two do you discard to their crib?");
    }
    if (!lines) return "";
    return this.practice.stage === "thrown" ? describeThrow(lines, this.practice.chosen) : describeBest(lines[0]);
  }

  showFaults(faults) {
    for (const [name, fault] of Object.entries(faults)) {
      const complaint = byId(`${name}-fault`);
      setText(complaint, fault);
      complaint.hidden = !fault;
      setAttr(field(name), "aria-invalid", fault !== "" && "true");
    }
  }

  drawButtons() {
    const { chosen, isGuessing, sums } = this.practice;
    byId("deal").hidden = isGuessing;
    byId("throw").hidden = !isGuessing;
    setAttr(byId("throw"), "disabled", chosen.length !== 2 || !this.lines);
    setText(byId("tally"), describeTally(sums));
    byId("tally").hidden = !sums.deals;
  }

  /** Explains why the best discard is best, and better than the guessed one. */
  drawWhy(lines) {
    const [mine, theirs] = SCORES.map((name) => Number(field(name).value));
    const stand = { isMyCrib: this.isDealer, mine, theirs, target: Number(field("target").value) };
    const guess = lines && this.practice.chosen.length ? findLine(lines, this.practice.chosen) : null;
    const isWrong = guess && guess.win < lines[0].win;
    const { why = "", next = "" } = !lines
      ? {}
      : isWrong
      ? { why: compareThrow(lines, guess, stand) }
      : explainThrow(lines, stand);
    byId("why").replaceChildren(...[why, next].filter(Boolean).map((says) => html("p", {}, says)));
    byId("why").hidden = !lines;
  }

  /** The table keeps its contents, dimmed, until the answer arrives. */
  drawAnswer(lines, isAwaited) {
    setText(byId("trouble"), this.trouble);
    byId("trouble").hidden = !this.trouble;
    setAttr(byId("throws"), "aria-busy", isAwaited && "true");
    if (!isAwaited) this.drawWhy(lines);
    if (lines) this.throws.draw(lines, { dealer: this.isDealer, guess: this.practice.chosen });
    else if (!isAwaited) this.throws.clear();
    setText(byId("nothing-yet"), emptyText(this.practice.isGuessing));
    byId("nothing-yet").hidden = Boolean(lines || isAwaited || this.trouble);
  }
}

/** The text in place of the discards. @param {boolean} isGuessing */
const emptyText = (isGuessing) =>
  isGuessing
    ? gettext("Pick your two first: then you see all fifteen.")
    : gettext("Choose six cards to see all fifteen discards, best first.");

new Lab();
