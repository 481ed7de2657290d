/** The felt of the front page: a live game, the throw of the day, or the end of the last game. */

import { createBoard } from "../scene/board.js";
import { cardBack, cardFace } from "../../ui/cards/card-svg.js";
import { html, setText, svg } from "../../ui/dom.js";
import { prefersReducedMotion } from "../../ui/motion.js";
import { shownName } from "../../ui/words/shown-name.js";
import { gettext } from "../../ui/translate.js";
import { FeltThrow } from "./felt-throw.js";
import { countedHands, describeFelt } from "./felt-texts.js";
import { replayUrl, tableUrl } from "./urls.js";

const WATCHER = 0; // seat A is drawn as "you" are at a table
const TARGET = 121;

/** The two pegs of a score that was reached in small steps. */
const standing = (score) => [score, Math.max(score - 1, -1)];

export class Felt {
  /** @param {HTMLElement} root of templates/game/lobby/felt.html */
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part=${name}]`);
    this.game = null;
    if (root.dataset.game) this.draw(JSON.parse(root.dataset.game));
    else if (root.dataset.throw) this.drawThrow(JSON.parse(root.dataset.throw));
    else this.drawEmpty();
  }

  /** @param {object | null} game from the server; null if no game is played: then the felt stays unchanged */
  show(game) {
    if (game && !this.root.dataset.throw) this.draw(game); // a visitor who is choosing keeps the cards
  }

  draw(game) {
    const { id, players, view } = game;
    if (this.game?.id !== id) this.pegs = view.scores.map(standing);
    this.pegs = this.pegs.map(
      ([front, behind], seat) => (view.scores[seat] === front ? [front, behind] : [view.scores[seat], front]),
    );
    this.game = game;
    const names = players.map((player) => shownName(player));
    this.drawPlayers(names, view);
    this.drawBoard(view.target, view.scores, names);
    if (view.phase) this.drawTable(id, view, names);
    else this.part("cards").replaceChildren(fan(...Array.from({ length: 6 }, cardBack)));
  }

  drawPlayers(names, { scores }) {
    const row = this.root.querySelector(".mat-players");
    row.replaceChildren(
      ...names.map((name, seat) =>
        html("span", { class: "mat-player" },
          html("span", { class: `peg-dot ${seat ? "them" : "you"}`, "aria-hidden": "true" }),
          html("span", {}, name), " ", html("strong", {}, String(scores[seat]))),
      ),
    );
  }

  drawBoard(target, scores, names) {
    if (this.board?.target !== target) {
      this.board = createBoard(target, prefersReducedMotion);
      this.part("board").replaceChildren(this.board.node);
    }
    this.board.move({ you: WATCHER, pegs: this.pegs, scores }, { you: null, names });
  }

  drawTable(id, view, names) {
    const isOver = view.phase === "over";
    this.root.dataset.kind = isOver ? "still" : "live";
    this.part("cards").replaceChildren(...(isOver ? still(view) : live(view)));
    setText(this.part("says"), describeFelt(view, names));
    const go = this.part("go");
    go.href = isOver ? replayUrl(id) : tableUrl(id);
    setText(go, isOver ? gettext("Watch the replay") : gettext("Watch"));
  }

  drawThrow(position) {
    this.drawStart(position.target, [position.mine, position.theirs]);
    new FeltThrow(position, { cards: this.part("cards"), says: this.part("says"), go: this.part("go") });
  }

  drawEmpty() {
    this.drawStart(TARGET, [0, 0]);
    this.part("cards").replaceChildren(fan(...JSON.parse(this.root.dataset.cards).map((card) => cardFace(card))));
  }

  drawStart(target, scores) {
    this.pegs = scores.map(standing);
    this.drawBoard(target, scores, [gettext("You"), gettext("They")]);
  }
}

const fan = (...cards) => html("span", { class: "mat-fan" }, ...cards);

/** The deck or starter, the cards played so far, and their count. */
function live({ starter, played, pile, count, held }) {
  const gone = played.length - pile.length;
  const cards = played.map(
    ([seat, card], n) =>
      html("span", { class: `mat-played ${seat ? "theirs" : "mine"}${n < gone ? " gone" : ""}` }, cardFace(card)),
  );
  const dealt = Array.from({ length: Math.max(...held) }, cardBack);
  const ring = svg(
    "svg",
    { viewBox: "0 0 40 40", class: "mat-count", role: "img", "aria-label": gettext("Count {n}", { n: count }) },
    svg("circle", { cx: 20, cy: 20, r: 17, pathLength: 31, "stroke-dasharray": `${count} 31` }),
  );
  const number = svg("text", { x: 20, y: 20 });
  number.textContent = String(count);
  ring.append(number);
  return [
    fan(starter ? cardFace(starter) : cardBack()),
    fan(...(cards.length ? cards : dealt)),
    ...(cards.length ? [ring] : []),
  ];
}

/** Both hands of the last deal, and the starter between them. */
function still(view) {
  const [mine, theirs] = countedHands(view);
  const cards = (hand) => fan(...hand.map((card) => cardFace(card)));
  return [cards(mine), ...(view.starter ? [fan(cardFace(view.starter))] : []), cards(theirs)];
}
