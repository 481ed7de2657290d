/**
 * The shuffle seeded from the clock, as in 1999: the server deals six cards and a starter, and this browser finds
 * the rest.
 */

import { get } from "../../ui/api.js";
import { cardName, cardSign } from "../../ui/cards/card-names.js";
import { cardBack, cardFace, cardOutline } from "../../ui/cards/card-svg.js";
import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { DAY_MS, spanAround } from "./clock-search.js";
import {
  describeClockSearch,
  describeGuessing,
  describeOurDeal,
  describeTimesLeft,
  describeWork,
  isOurDeal,
  layOut,
  remainingSecrets,
  remainingTimes,
  tableAt,
  timeOfDay,
} from "./clock-texts.js";
import { deckFigure } from "./deck-figure.js";
import { placeCards } from "./generator-search.js";
import { cardNumber, describePromise, formatCount, judgePromise, OTHER_SEAT } from "./search-texts.js";

const HAND = 6;
const NO_WORKER = gettext("This browser can’t run the search. The command break_shuffle --shuffle asf does the same.");

const form = byId("clock-form");
const chosen = (name) => form.elements[name].value;

class ClockGame {
  constructor() {
    byId("clock-deal").addEventListener("click", () => this.deal());
    byId("clock-stop").addEventListener("click", () => this.stop());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.search();
    });
    form.addEventListener(
      "change",
      ({ target }) => (target.name === "clock-within" ? this.draw() : this.setHand(null)),
    );
    this.setHand(null);
  }

  /**
   * Sets another hand, without results.
   * @param {object | null} hand the server's answer, with its arrival time
   */
  setHand(hand) {
    this.endSearch();
    Object.assign(this, { hand, shown: null });
    for (const id of ["clock-stages", "clock-found"]) byId(id).replaceChildren();
    for (const id of ["clock-says", "clock-verdict"]) setText(byId(id), "");
    if (hand) this.showStatus(gettext("Your clock shows {time} (UTC).", { time: timeOfDay(hand.at % DAY_MS) }));
    this.draw();
  }

  async deal() {
    const [seat, dealt] = [chosen("clock-seat"), chosen("clock-dealt")];
    const { ok, body } = await get(`/fairness/lab/hand?${new URLSearchParams({ seat, dealt })}`);
    if (seat !== chosen("clock-seat") || dealt !== chosen("clock-dealt")) return;
    if (!ok) {
      this.setHand(null);
      this.showStatus(body.says);
      return;
    }
    this.setHand({ ...body, dealt, at: Date.now() });
    byId("clock-search").focus({ preventScroll: true });
  }

  span() {
    return spanAround((this.hand?.at ?? 0) % DAY_MS, Number(chosen("clock-within")));
  }

  search() {
    if (!this.hand || this.worker) return;
    const { seat, cards, starter, dealt, context, deal, secrets } = this.hand;
    const worker = new Worker(new URL("./clock-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => worker === this.worker && this.handleProgress(data));
    worker.addEventListener("error", () => worker === this.worker && this.showStatus(NO_WORKER));
    this.worker = worker;
    const seen = placeCards(seat, cards.map(cardNumber), cardNumber(starter));
    worker.postMessage({ seen, span: this.span(), ours: dealt === "ours" ? { context, deal, secrets } : null });
    for (const id of ["clock-stages", "clock-found"]) byId(id).replaceChildren();
    setText(byId("clock-verdict"), "");
    this.showWork("clock");
    this.draw();
  }

  stop() {
    this.endSearch();
    this.showStatus(gettext("Stopped."));
    this.draw();
    byId("clock-search").focus({ preventScroll: true });
  }

  endSearch() {
    this.worker?.terminate();
    this.worker = null;
    this.kind = null;
  }

  handleProgress({ kind, progress, clock, guess }) {
    if (kind === "end") {
      this.handleEnd(clock, guess);
      return;
    }
    if (kind === "clock") {
      setText(byId("clock-left"), formatCount(remainingTimes(progress)));
      byId("clock-progress").value = progress.searched / progress.toSearch;
    } else {
      setText(byId("clock-left"), remainingSecrets(progress));
    }
    this.showWork(kind);
  }

  handleEnd(clock, guess) {
    this.endSearch();
    const { seat, cards, starter, dealt } = this.hand;
    const { progress } = clock;
    this.tables = progress.states.map((state) => tableAt(state, seat));
    setText(byId("clock-left"), guess ? remainingSecrets(guess.progress) : formatCount(remainingTimes(progress)));
    byId("clock-stages").replaceChildren(
      ...describeTimesLeft([...cards, starter], progress).map((stage) => html("li", {}, stage)),
    );
    if (this.tables.length === 1) [this.shown] = this.tables;
    this.showStatus([describeClockSearch(clock, dealt), ...(guess ? [describeGuessing(guess)] : [])].join(" "));
    byId("clock-found").replaceChildren(...this.tables.map((table) => this.laidOut(table)));
    this.draw();
    if (guess || this.tables.length) this.requestReveal(this.hand);
  }

  /** Asks the server to reveal its commitment, after the search. */
  async requestReveal(hand) {
    const { ok, body } = await get(
      `/fairness/lab/hand/shown?${new URLSearchParams({ dealt: hand.dealt, sealed: hand.sealed })}`,
    );
    if (hand !== this.hand || this.worker) return;
    const { isRight, says } = ok ? this.judge(hand, body.said) : { isRight: false, says: body.says };
    setText(byId("clock-verdict"), ok ? `${isRight ? "✓" : "✗"} ${says}` : says);
    byId("clock-verdict").classList.toggle("complaint", !isRight);
    this.draw();
  }

  judge(hand, said) {
    if (hand.dealt === "ours") {
      const isRight = isOurDeal(said, hand.commitment, hand);
      if (isRight) this.shown = layOut(said.split(" ").slice(1), hand.seat);
      return { isRight, says: describeOurDeal(isRight) };
    }
    const judged = judgePromise(said, hand.commitment, this.tables);
    return { isRight: judged.isKept && judged.right >= 0, says: describePromise(judged, this.tables.length, 1) };
  }

  // Drawing.

  showStatus(what) {
    setText(byId("clock-says"), what);
  }

  /** Announces each kind of work once, and not again with every step. */
  showWork(kind) {
    if (this.kind === kind) return;
    this.kind = kind;
    this.showStatus(describeWork(kind));
  }

  draw() {
    const { hand, shown } = this;
    const searching = Boolean(this.worker);
    byId("clock-mine").replaceChildren(
      ...(hand ? hand.cards.map((card) => cardFace(card)) : Array.from({ length: HAND }, cardOutline)),
    );
    byId("clock-starter").replaceChildren(hand ? cardFace(hand.starter) : cardBack());
    setAttr(byId("clock-starter"), "aria-label", hand ? null : gettext("Face down"));
    byId("clock-theirs").replaceChildren(
      ...(shown ? shown.opponent.map((card) => cardFace(card)) : Array.from({ length: HAND }, cardBack)),
    );
    setAttr(byId("clock-theirs"), "aria-label", shown ? null : gettext("Six cards face down"));
    if (!searching && !byId("clock-stages").children.length) {
      setText(byId("clock-left"), formatCount(this.span().count));
    }
    byId("clock-progress").hidden = !searching;
    byId("clock-progress").value = 0;
    setAttr(byId("clock-search"), "disabled", !hand || searching);
    byId("clock-stop").hidden = !searching;
  }

  /** The cards that follow from one millisecond. */
  laidOut({ time, opponent, starter, deck }) {
    const { seat } = this.hand;
    const holds = { cards: opponent.map(cardSign).join(" "), starter: cardName(starter) };
    const says = OTHER_SEAT[seat] === "dealer"
      ? gettext("The dealer holds {cards}; the starter is the {starter}.", holds)
      : gettext("Pone holds {cards}; the starter is the {starter}.", holds);
    return html(
      "article",
      { class: "break-state panel" },
      html("h4", {}, gettext("Dealt at {time} (UTC)", { time })),
      html("p", {}, says),
      html(
        "details",
        {},
        html("summary", {}, gettext("The whole deck")),
        html("p", { class: "aside" }, gettext("Framed: yours. Dashed: theirs. Outlined: the starter.")),
        deckFigure(deck, gettext("This deck"), seat),
      ),
    );
  }
}

new ClockGame();
