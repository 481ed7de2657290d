/**
 * Animates the cards that a redraw has moved, from their old places. The animation is only visual: the cards are in
 * their new places at once, nothing waits for it, and a tap ends it.
 */

import { tempo } from "../scene/tempo.js";
import { cardBack } from "../../ui/cards/card-svg.js";
import { html } from "../../ui/dom.js";

const BETWEEN_CARDS = 60;
const DEAL = 420;
const PLAY = 260;
const TURN_OVER = 0.72;
const POINTS = 450;
const SIDES = { mine: ".seat.mine", theirs: ".seat:not(.mine)" };

/** When the n-th card of a hand (from 0) is dealt, in cards: pone gets the first, and then every other. */
export const dealOrder = (n, isDealer) => 2 * n + (isDealer ? 1 : 0);

const box = (node) => node.getBoundingClientRect();
const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** The bounding box of some nodes. */
function around(nodes) {
  const boxes = nodes.map(box);
  const [left, top] = [Math.min(...boxes.map((each) => each.left)), Math.min(...boxes.map((each) => each.top))];
  const [right, bottom] = [Math.max(...boxes.map((each) => each.right)), Math.max(...boxes.map((each) => each.bottom))];
  return { left, top, width: right - left, height: bottom - top };
}

/** The transform that shows `node` in the place of `from`. */
function transformFrom(node, from) {
  const to = box(node);
  const [[x0, y0], [x1, y1]] = [middle(from), middle(to)];
  return `translate(${x0 - x1}px, ${y0 - y1}px) scale(${to.width ? from.width / to.width : 1})`;
}

export class Flights {
  /** @param {HTMLElement} root @param {() => boolean} still whether animation is off */
  constructor(root, still) {
    this.root = root;
    this.still = still;
    this.deal = null;
    this.left = new Map(); // the places of cards that left the player's hand in this deal
    this.airborne = new Set();
    /** @type {Promise<void>|null} pending until the last played card has landed */
    this.landing = null;
    document.addEventListener("pointerdown", () => this.finishAll(), { capture: true });
  }

  /** Draws, and animates what moved. @param {import("../scene/scene.js").Scene} scene @param {() => void} draw */
  animate(scene, draw) {
    if (this.still()) {
      draw();
      this.deal = scene.deal;
      return;
    }
    const was = this.capture();
    draw();
    const isDealt = this.deal !== null && scene.deal === this.deal + 1 && scene.phase === "throw";
    this.deal = scene.deal;
    if (isDealt) this.dealOut(scene);
    else this.follow(was);
  }

  all(selector) {
    return [...this.root.querySelectorAll(selector)];
  }

  capture() {
    for (const button of this.all(".own")) this.left.set(button.dataset.card, box(button.firstElementChild));
    return {
      pile: new Set(this.all(".pile .slot").map((slot) => slot.dataset.card)),
      crib: new Set(this.all(".crib-cards .card")),
      starter: this.root.querySelector(".starter-place .card"),
      held: Object.fromEntries(
        Object.entries(SIDES).map(([side, seat]) => [side, this.all(`${seat} .held .card`).map(box)]),
      ),
      scores: this.all(".score").map((node) => node.textContent),
    };
  }

  /** Deals cards one by one to both hands in turn, and turns the player's own over. */
  dealOut({ hand, dealer, you }) {
    this.finishAll();
    this.left.clear();
    const deck = box(this.root.querySelector(".starter-place .card") ?? this.root.querySelector(".centre"));
    const from = { left: deck.left, top: deck.top, width: Math.min(deck.width, 100), height: deck.height };
    const delay = (n, seat) => BETWEEN_CARDS * dealOrder(n, seat === dealer);
    for (const button of this.all(".own")) {
      this.dealFaceDown(button, from, delay(hand.indexOf(button.dataset.card), you));
    }
    for (const [side, seat] of [["mine", you], ["theirs", 1 - you]]) {
      this.all(`${SIDES[side]} .held .card`).forEach(
        (card, n) => this.fly(card, from, { delay: delay(n, seat), duration: DEAL * TURN_OVER }),
      );
    }
  }

  dealFaceDown(button, from, delay) {
    const card = button.firstElementChild;
    const cover = cardBack();
    cover.classList.add("cover");
    button.append(cover);
    const start = transformFrom(card, from);
    const way = [
      { transform: start, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
      { transform: "none", offset: TURN_OVER },
      { transform: "scaleX(0)", offset: (1 + TURN_OVER) / 2 },
      { transform: "none" },
    ];
    const shows = (values) =>
      values.map((opacity, n) => ({ opacity, offset: [0, (1 + TURN_OVER) / 2, (1 + TURN_OVER) / 2, 1][n] }));
    const timing = { duration: DEAL, delay, fill: "backwards" };
    this.start(card, way, timing);
    this.start(card, shows([0, 0, 1, 1]), timing);
    this.start(cover, way, timing);
    this.start(cover, shows([1, 1, 0, 0]), timing).finished.finally(() => cover.remove());
  }

  /** Animates what changed its place: played, discarded and turned cards, and scores. */
  follow(was) {
    for (const slot of this.all(".pile .played")) {
      if (was.pile.has(slot.dataset.card)) continue;
      const from = this.left.get(slot.dataset.card) ??
        was.held[slot.classList.contains("mine") ? "mine" : "theirs"].at(-1);
      if (from) this.awaitLanding(this.fly(slot.firstElementChild, from));
    }
    this.followThrows(was);
    const starter = this.root.querySelector(".starter-place .card[data-suit]");
    if (starter && was.starter && starter !== was.starter) this.turnOver(starter);
    this.all(".score").forEach((node, n) => {
      if (node.textContent !== was.scores[n]) {
        this.start(node, [{ scale: 1 }, { scale: 1.3 }, { scale: 1 }], { duration: 350, easing: "ease-out" });
      }
    });
  }

  awaitLanding(flight) {
    const landing = flight.finished.catch(() => {}).then(() => {
      if (this.landing === landing) this.landing = null;
    });
    this.landing = landing;
  }

  /**
   * Animates points from the cards that score them to their peg. Returns its duration in milliseconds.
   * @param {string} says @param {Element[]} cards @param {Element} peg
   */
  flyPoints(says, cards, peg) {
    const to = box(peg);
    if (!to.width || !cards.length) return 0;
    const felt = box(this.root);
    const points = html("p", { class: "flying-points", "aria-hidden": "true" }, says);
    this.root.append(points);
    const { width, height } = box(points);
    // otherwise the page would become wider
    const inFelt = (x) => Math.min(Math.max(x - felt.left - width / 2, 0), felt.width - width);
    const at = ([x, y], scale) => `translate(${inFelt(x)}px, ${y - felt.top - height / 2}px) scale(${scale})`;
    const from = middle(around(cards));
    const way = [
      { transform: at(from, 0.6), opacity: 0, easing: "ease-out" },
      { transform: at([from[0], from[1] - height / 2], 1.15), opacity: 1, offset: 0.3, easing: "ease-in-out" },
      { transform: at(middle(to), 0.5), opacity: 0.9 },
    ];
    const duration = POINTS * tempo();
    this.start(points, way, { duration: POINTS, fill: "both" }).finished.catch(() => {}).finally(() => points.remove());
    return duration;
  }

  followThrows(was) {
    const fresh = this.all(".crib-cards .card").filter((card) => !was.crib.has(card));
    if (!fresh.length) return;
    const mine = [...this.left].filter(
      ([card]) => !this.root.querySelector(`.own[data-card="${card}"]`),
    ).map(([, from]) => from);
    const theirs = Object.entries(SIDES).flatMap(
      ([side, seat]) => was.held[side].slice(this.all(`${seat} .held .card`).length),
    );
    const from = mine.length && fresh.length === 2 && !theirs.length ? mine : [...theirs, ...mine];
    fresh.forEach((card, n) => from[n] && this.fly(card, from[n], { delay: n * BETWEEN_CARDS }));
  }

  turnOver(card) {
    this.start(
      card,
      [
        { transform: "translateY(-14%) scaleX(0)" },
        { transform: "translateY(-8%) scaleX(1)", offset: 0.6 },
        { transform: "none" },
      ],
      { duration: 320, easing: "ease-out" },
    );
  }

  fly(card, from, { delay = 0, duration = PLAY } = {}) {
    const way = [{ transform: transformFrom(card, from) }, { transform: "none" }];
    return this.start(card, way, { duration, delay, fill: "backwards", easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" });
  }

  start(node, keyframes, { duration, delay = 0, ...timing }) {
    const flight = node.animate(keyframes, { duration: duration * tempo(), delay: delay * tempo(), ...timing });
    this.airborne.add(flight);
    flight.finished.catch(() => {}).finally(() => this.airborne.delete(flight));
    return flight;
  }

  /** Ends all animations at once. */
  finishAll() {
    for (const flight of this.airborne) flight.finish();
  }
}
