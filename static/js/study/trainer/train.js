/**
 * The trainer: an exercise as a table, answered like a move. Then it shows the value of every choice, and the reason.
 */

import { createBoard } from "../../game/scene/board.js";
import { buildScene } from "../../game/scene/scene.js";
import { TableSurface } from "../../game/scene/table-surface.js";
import { Drag } from "../../game/table/moves/drag.js";
import { Hand } from "../../game/table/moves/hand.js";
import { get, post } from "../../ui/api.js";
import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { prefersReducedMotion } from "../../ui/motion.js";
import { gettext } from "../../ui/translate.js";
import { describeAnswer, describeDue, describeRest, describeTask, describeWhen, lineRows, TAGS } from "./texts.js";
import { explainAnswer } from "./words.js";

const LOOKS_AGAIN = 2_000;
const BOXES = ["0", "1", "3", "7", "16", "35"];

class Trainer {
  constructor() {
    const asked = new URLSearchParams(location.search);
    Object.assign(
      this,
      { tag: asked.get("tag") ?? "", game: asked.get("game") ?? "", chosen: [], told: null, state: null },
    );
    this.felt = byId("table");
    this.surface = new TableSurface(this.felt, () => this.draw());
    this.hand = new Hand(byId("hand"), (card) => this.tap(card));
    new Drag({ felt: this.felt, hand: byId("hand"), drop: (card) => this.drop(card) });
    byId("throw").addEventListener("click", () => this.answer(this.chosen));
    byId("next").addEventListener("click", () => this.goOn());
    this.load(post);
  }

  get exercise() {
    return this.state?.next ?? null;
  }

  // Requests to the server.

  /** @param {typeof get | typeof post} ask  posted once, which searches for new mistakes */
  async load(ask) {
    const query = new URLSearchParams(Object.entries({ tag: this.tag, game: this.game }).filter(([, value]) => value));
    const { ok, body } = await ask(`/api/train?${query}`);
    clearTimeout(this.again);
    if (!ok) return setText(byId("prompt"), body.says);
    Object.assign(this, { state: body, told: null, chosen: [] });
    this.open();
    this.draw();
    if (!this.exercise && body.waiting) this.again = setTimeout(() => this.load(get), LOOKS_AGAIN);
  }

  async answer(cards) {
    if (this.isSending || this.told) return;
    Object.assign(this, { isSending: true, chosen: cards });
    this.draw();
    const { ok, body } = await post(`/api/train/${this.exercise.id}`, { cards });
    this.isSending = false;
    if (ok) this.told = body;
    else this.chosen = [];
    this.draw();
    if (!ok) return setText(byId("prompt"), body.says);
    byId("next").focus({ preventScroll: true });
    byId("verdict").scrollIntoView({ behavior: prefersReducedMotion() ? "auto" : "smooth", block: "nearest" });
  }

  async goOn() {
    await this.load(get);
    scrollTo({ top: 0 });
    this.hand.focusPlayable();
  }

  // Actions of the player: the gestures of the table.

  get isThrow() {
    return this.exercise?.view.phase === "throw";
  }

  tap(card) {
    if (this.told || this.isSending) return;
    if (!this.isThrow) {
      if (this.scene.playable.includes(card)) this.answer([card]);
      return;
    }
    const others = this.chosen.filter((each) => each !== card);
    this.chosen = others.length < this.chosen.length ? others : [...others.slice(-1), card];
    this.draw();
  }

  drop(card) {
    if (!this.isThrow || (this.chosen.length < 2 && !this.chosen.includes(card))) this.tap(card);
    if (this.isThrow && this.chosen.length === 2 && this.chosen.includes(card)) this.answer(this.chosen);
  }

  choose(tag) {
    Object.assign(this, { tag: this.tag === tag ? "" : tag, game: "" });
    const query = this.tag ? `?tag=${encodeURIComponent(this.tag)}` : location.pathname;
    history.replaceState(null, "", query);
    this.load(get);
  }

  // Drawing.

  /** Shows another exercise. */
  open() {
    const { exercise } = this;
    setAttr(document.body, "data-rest", !exercise);
    if (!exercise) return;
    this.scene = buildScene(exercise.view, exercise.seat);
    const names = [gettext("Opponent"), gettext("Opponent")];
    names[exercise.seat] = gettext("You");
    this.who = { you: exercise.seat, names };
    const board = createBoard(this.scene.target, prefersReducedMotion);
    byId("board").replaceChildren(board.node);
    board.move(this.scene, this.who);
  }

  draw() {
    const { exercise, told } = this;
    this.drawProgress();
    this.drawRest();
    byId("throw").hidden = !this.isThrow || Boolean(told);
    byId("next").hidden = !told;
    byId("verdict").hidden = !told;
    if (!exercise) {
      setText(byId("prompt"), "");
      byId("hand").replaceChildren();
      return;
    }
    document.body.dataset.phase = this.scene.phase;
    document.body.dataset.deal = this.scene.deal;
    const scene = told || this.isSending
      ? { ...this.scene, playable: this.scene.playable.filter((card) => this.chosen.includes(card)) }
      : this.scene;
    this.surface.draw(scene, this.who);
    this.hand.draw({ ahead: scene, chosen: this.chosen, hint: null });
    setAttr(byId("throw"), "disabled", this.chosen.length !== 2 || this.isSending);
    if (told) this.drawVerdict();
    else setText(byId("prompt"), describeTask(exercise.view, exercise.seat));
  }

  drawVerdict() {
    const { told, exercise, chosen } = this;
    const { lines, made, right } = told;
    const head = right ? gettext("Right") : gettext("There is better");
    setText(byId("prompt"), head);
    setText(byId("verdict-head"), head);
    byId("verdict").classList.toggle("is-right", right);
    byId("verdict").classList.toggle("is-wrong", !right);
    setText(byId("verdict-says"), describeAnswer(told));
    byId("why").replaceChildren(html("p", {}, explainAnswer(exercise, lines, chosen)));
    byId("lines").replaceChildren(linesTable(lineRows(lines, chosen, made)));
    setText(byId("when"), describeWhen(told));
    setAttr(byId("replay"), "href", `/game/${told.game}#${told.ply}`);
  }

  drawRest() {
    const isAtRest = Boolean(this.state) && !this.exercise;
    byId("rest").hidden = !isAtRest;
    if (!isAtRest) return;
    const { says, more } = describeRest(this.state, Boolean(this.tag || this.game));
    setText(byId("rest-says"), says);
    setText(byId("rest-more"), more);
  }

  drawProgress() {
    const { boxes, learnt, tags } = this.state;
    setText(byId("due"), describeDue(this.state));
    const tagButton = ([tag, n]) =>
      html(
        "button",
        {
          type: "button",
          class: "button small quiet",
          "aria-pressed": String(this.tag === tag),
          onclick: () => this.choose(tag),
        },
        `${TAGS[tag]} ${n}`,
      );
    byId("tags").replaceChildren(...Object.entries(tags).filter(([tag, n]) => n || tag === this.tag).map(tagButton));
    const box = (label, n) => html(
      "span",
      { class: n ? "box" : "box is-empty" },
      html("strong", {}, String(n)),
      html("span", { class: "label" }, label),
    );
    const named = boxes.map((n, at) => box(at ? gettext("{days} d", { days: BOXES[at] }) : gettext("new"), n));
    byId("boxes").replaceChildren(...named, box(gettext("learnt"), learnt));
  }
}

function linesTable(rows) {
  const [way, wins, behind] = [gettext("Cards"), gettext("Wins"), gettext("Behind")];
  const row = ({ name, win, behind: lost, isRight, isMine, wasMade }) => {
    const tags = [isMine && gettext("your answer"), wasMade && gettext("played then")].filter(Boolean).join(", ");
    const kinds = [isRight && "is-right", isMine && "is-mine"].filter(Boolean).join(" ");
    return html(
      "tr",
      { class: kinds || null },
      html("th", { scope: "row" }, name, tags ? html("small", {}, ` ${tags}`) : null),
      html("td", {}, win),
      html("td", {}, lost || gettext("best")),
    );
  };
  return html(
    "table",
    { class: "train-lines" },
    html("thead", {}, html("tr", {}, ...[way, wins, behind].map((says) => html("th", { scope: "col" }, says)))),
    html("tbody", {}, ...rows.map(row)),
  );
}

new Trainer();
