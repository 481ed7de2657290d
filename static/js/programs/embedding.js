/** The board on other sites: a finished game inside the page itself, without any request. */

import { createBoard } from "../game/scene/board.js";
import { describeDealer } from "../game/scene/event-texts.js";
import { playedCards } from "../game/scene/scene.js";
import { cardFace } from "../ui/cards/card-svg.js";
import { sortCards } from "../ui/cards/card-values.js";
import { byId, html, setAttr, setText, syncChildren } from "../ui/dom.js";
import { shownName } from "../ui/words/shown-name.js";
import { gettext } from "../ui/translate.js";
import { Controls } from "../study/replay/controls.js";
import { Fan } from "../game/scene/fan.js";
import { bindKeys } from "../study/replay/keys.js";
import { describeStop } from "../game/scene/move-notes.js";
import { buildStops, findPlace } from "../game/scene/stops.js";

/** The cards in the middle: the counted hand, or the pile. Pure. */
export function middleCards(scene) {
  if (scene.showing) return sortCards(scene.showing.cards);
  return scene.phase === "play" ? playedCards(scene).filter(({ gone }) => !gone).map(({ card }) => card) : [];
}

class EmbeddedBoard {
  constructor(root, game) {
    this.bottom = Number(root.dataset.bottom);
    this.who = { you: null, names: game.players.map(shownName), bots: game.players.map(({ bot }) => bot) };
    this.stops = buildStops(game);
    this.at = findPlace(this.stops, location.hash || root.dataset.place);
    this.controls = new Controls(root.querySelector(".controls"), {
      go: (at) => this.goTo(at), at: () => this.at, drawn: () => this.draw(),
    });
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.board = createBoard(game.rules.target, () => calm.matches || !this.controls.playing);
    byId("board").append(this.board.node);
    this.seats = [["you", this.bottom], ["them", 1 - this.bottom]].map(([side, seat]) => this.buildSeat(side, seat));
    this.controls.open(this.stops);
    bindKeys(this.controls.does);
    this.draw();
  }

  buildSeat(side, seat) {
    const node = byId(`seat-${side}`);
    setText(node.querySelector(".name"), this.who.names[seat]);
    return {
      seat,
      score: node.querySelector(".score"),
      crib: node.querySelector(".crib"),
      fan: new Fan(node.querySelector(".fan")),
    };
  }

  goTo(at) {
    this.at = at;
    this.draw();
  }

  draw() {
    const stop = this.stops[this.at];
    const scene = { ...stop.scene, you: this.bottom };
    const says = describeStop(stop, this.who);
    this.board.move(scene, this.who);
    for (const { seat, score, crib, fan } of this.seats) {
      setText(score, String(scene.scores[seat]));
      crib.hidden = scene.dealer !== seat;
      setAttr(crib, "title", describeDealer(seat, this.who));
      fan.draw(stop.cards, seat, this.who);
    }
    this.drawMiddle(scene);
    setText(byId("told"), says);
    this.controls.draw(this.at, gettext("{n} of {all}. {says}", { n: this.at + 1, all: this.stops.length, says }));
  }

  drawMiddle(scene) {
    const item = (card) => html("li", {}, cardFace(card));
    syncChildren(byId("starter"), scene.starter ? [scene.starter] : [], (card) => card, item);
    syncChildren(byId("pile"), middleCards(scene), (card) => card, item);
    setText(byId("count"), scene.phase === "play" && scene.count ? String(scene.count) : "");
  }
}

const root = globalThis.document && byId("embed");
if (root) new EmbeddedBoard(root, JSON.parse(byId("game").textContent));
