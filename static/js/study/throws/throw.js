/** The throw of the day: the player discards two of six cards, and then sees all results. */

import { compareThrow, explainThrow } from "../../game/advice/throw-words.js";
import { createBoard } from "../../game/scene/board.js";
import { describeThrow, findLine } from "../lab/lines.js";
import { Practice } from "../lab/practice.js";
import { Six } from "../lab/six.js";
import { Throws } from "../lab/throws.js";
import { post } from "../../ui/api.js";
import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { prefersReducedMotion } from "../../ui/motion.js";
import { gettext, ngettext } from "../../ui/translate.js";
import { fieldRows } from "./field.js";
import { drawField } from "./field-picture.js";

const start = (score) => [score, Math.max(score - 1, -1)];

class ThrowOfDay {
  /** @param {HTMLElement} felt */
  constructor(felt) {
    Object.assign(this, JSON.parse(felt.dataset.throw));
    this.choice = new Practice();
    this.choice.begin();
    this.six = new Six(byId("six"), (card) => this.tap(card));
    this.throws = new Throws(byId("throws"), () => this.drawTable());
    this.rows = [];
    this.drawBoard();
    byId("throw").addEventListener("click", () => this.throw());
    new ResizeObserver(() => this.drawField()).observe(byId("field"));
    this.draw();
  }

  drawBoard() {
    const { mine, theirs, target } = this.position;
    const board = createBoard(target, prefersReducedMotion);
    byId("board").append(board.node);
    board.move(
      { you: 0, pegs: [start(mine), start(theirs)], scores: [mine, theirs] },
      { you: 0, names: [gettext("You"), gettext("They")] },
    );
  }

  tap(card) {
    if (this.vote) return;
    this.choice.toggle(card);
    this.draw();
  }

  async throw() {
    if (this.isSending || this.choice.chosen.length !== 2) return;
    this.isSending = true;
    this.draw();
    const { ok, body } = await post(`/api/throws/${this.position.day}`, { cards: this.choice.chosen });
    this.isSending = false;
    if (ok) {
      Object.assign(this, body);
      document.dispatchEvent(new Event("became-player"));
    }
    this.draw(ok ? "" : body.says);
    if (ok) byId("result").scrollIntoView({ behavior: prefersReducedMotion() ? "auto" : "smooth", block: "start" });
  }

  /** @param {string} [complaint] */
  draw(complaint = "") {
    const thrown = this.vote?.thrown ?? this.choice.chosen;
    this.six.draw({ cards: this.position.six, thrown, isGuess: true });
    setText(byId("says"), complaint || this.prompt());
    byId("throw").hidden = byId("rules").hidden = Boolean(this.vote);
    setAttr(byId("throw"), "disabled", this.isSending || thrown.length !== 2);
    byId("result").hidden = !this.result;
    if (this.result) this.drawResult();
  }

  prompt() {
    if (this.vote) return describeThrow(this.result.lines, this.vote.thrown);
    return this.position.dealer
      ? gettext("Which two do you discard to your crib?")
      : gettext("Which two do you discard to their crib?");
  }

  drawResult() {
    const { points, counts } = this.vote;
    setText(byId("earned"), String(points));
    setText(byId("earned-says"), counts ? gettext("points of 100 for the month") : gettext("points of 100, for fun"));
    byId("why").replaceChildren(...this.reasons().map((says) => html("p", {}, says)));
    this.rows = fieldRows(this.result, this.vote.thrown);
    setText(
      byId("field-votes"),
      ngettext("{n} player has discarded so far.", "{n} players have discarded so far.", this.result.votes),
    );
    this.drawField();
    this.drawTable();
  }

  reasons() {
    const { dealer, mine, theirs, target } = this.position;
    const { lines } = this.result;
    const stand = { isMyCrib: dealer, mine, theirs, target };
    const own = findLine(lines, this.vote.thrown);
    if (own.win < lines[0].win) return [compareThrow(lines, own, stand)];
    const { why, next } = explainThrow(lines, stand);
    return [why, next].filter(Boolean);
  }

  /** Draws for the available width, so that its text is as large as the text around it. */
  drawField() {
    const width = Math.round(byId("field").clientWidth);
    if (!this.rows.length || !width || width === this.drawnFor) return;
    this.drawnFor = width;
    byId("field").replaceChildren(drawField(this.rows, width));
  }

  drawTable() {
    if (this.result) this.throws.draw(this.result.lines, { dealer: this.position.dealer, guess: this.vote.thrown });
  }
}

const felt = byId("throw-of-day");
if (felt) new ThrowOfDay(felt);
