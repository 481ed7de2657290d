/** Draws the table except the player's hand: both seats, the crib, the starter and the cards played. */

import { cardBack, cardFace, cardOutline } from "../../ui/cards/card-svg.js";
import { html, setAttr, setText, syncChildren } from "../../ui/dom.js";
import { gettext, ngettext } from "../../ui/translate.js";
import { describeDealer, playerName } from "./event-texts.js";
import { scoringCards } from "../engine/pegging.js";
import { cribSize, playedCards, whoseTurn } from "./scene.js";

const find = (root, name) => root.querySelector(`[data-part="${name}"]`);

function seat(root) {
  const parts = ["name", "score", "crib", "bubble", "held"];
  return { root, ...Object.fromEntries(parts.map((part) => [part, find(root, part)])) };
}

const HEARD_FOR = 4_000;

export class TableSurface {
  /** @param {HTMLElement} root @param {() => void} again draw once more */
  constructor(root, again) {
    this.root = root;
    this.again = again;
    this.you = seat(root.querySelector("#seat-you"));
    this.them = seat(root.querySelector("#seat-them"));
    this.starter = root.querySelector("#starter");
    this.pile = root.querySelector("#pile");
    this.count = root.querySelector("#count");
    this.centre = root.querySelector("#centre");
  }

  draw(scene, who) {
    this.drawCards(scene, who);
    this.drawCount(scene);
  }

  /** Everything except the count, which changes when a card has landed. */
  drawCards(scene, who) {
    this.drawSeat(this.you, scene, who, scene.you);
    this.drawSeat(this.them, scene, who, 1 - scene.you);
    this.drawCentre(scene, who);
    this.drawPrizes(scene, who);
  }

  /** Draws what the players have earned. Few have, so the script is loaded with the first prize. */
  async drawPrizes(scene, who) {
    this.hasPrizes ||= Boolean(who.prizes?.some(Boolean));
    if (!this.hasPrizes) return;
    const { drawPrizes } = await import("./prizes.js");
    drawPrizes(this.root, scene, who);
  }

  drawSeat(side, scene, who, n) {
    setText(side.name, playerName(n, who));
    if (scene.watching) setAttr(side.root, "aria-label", playerName(n, who));
    setText(side.score, String(scene.scores[n]));
    const turn = whoseTurn(scene);
    side.root.classList.toggle("at-turn", turn === "both" || turn === (n === scene.you ? "you" : "them"));
    this.drawCrib(side.crib, scene, n);
    setAttr(side.held, "hidden", n === who.you);
    syncChildren(
      side.held,
      Array.from({ length: n === who.you || scene.phase === "show" || scene.phase === "over" ? 0 : scene.held[n] }),
      (_, k) => k,
      cardBack,
    );
    setAttr(
      side.held,
      "aria-label",
      ngettext("{name} holds {n} card", "{name} holds {n} cards", scene.held[n], { name: who.names[n] }),
    );
    const chat = this.saying?.seat === n ? this.saying : null;
    this.drawBubble(side.bubble, scene.bubble?.seat === n ? scene.bubble : chat);
  }

  /** Shows a player's chat line for a moment. */
  showChatBubble(n, says) {
    this.saying = { seat: n, says, isChat: true };
    clearTimeout(this.hushing);
    this.hushing = setTimeout(() => {
      this.saying = null;
      this.again();
    }, HEARD_FOR);
    this.again();
  }

  drawCrib(node, scene, n) {
    const here = scene.dealer === n && scene.deal > 0 && scene.phase !== "over";
    node.hidden = !here;
    if (!here) return;
    syncChildren(node.querySelector(".crib-cards"), Array.from({ length: cribSize(scene) }), (_, k) => k, cardBack);
  }

  drawBubble(node, bubble) {
    node.hidden = !bubble;
    if (node.drawn === bubble) return;
    node.drawn = bubble;
    node.classList.toggle("chat-said", Boolean(bubble?.isChat));
    setText(node, bubble?.says ?? "");
  }

  drawCentre(scene, who) {
    const cutting = scene.phase === "cut" && scene.cut.length > 0;
    this.centre.classList.toggle("cutting", cutting);
    setAttr(this.starter, "hidden", cutting || scene.phase === "setup");
    syncChildren(
      this.starter.querySelector(".slot"),
      [scene.starter ?? (scene.deal ? "deck" : "none")],
      (card) => card,
      (card) => ({ deck: cardBack, none: cardOutline })[card]?.() ?? cardFace(card),
    );
    this.starter.classList.toggle("lit", scene.bubble?.kind === "nibs");
    setText(this.starter.querySelector(".label"), scene.starter ? gettext("starter") : gettext("deck"));
    this.count.classList.toggle("idle", scene.phase !== "play");
    setAttr(this.count, "hidden", cutting || scene.phase === "setup");
    if (cutting) this.drawCut(scene, who);
    else this.drawPile(scene);
  }

  drawCount({ count }) {
    this.count.style.setProperty("--of-31", count / 31);
    setText(this.count.querySelector(".number"), String(count));
  }

  drawPile(scene) {
    const lit = scoringCards(scene.pile, scene.bubble?.kind);
    syncChildren(
      this.pile,
      playedCards(scene),
      ({ card }) => card,
      ({ card, seat: by }) => html(
        "div",
        { class: `slot played ${by === scene.you ? "mine" : "theirs"}`, "data-card": card },
        cardFace(card),
      ),
      (node, { card, gone }) => {
        node.classList.toggle("gone", gone);
        node.classList.toggle("lit", lit.includes(card));
      },
    );
  }

  drawCut(scene, who) {
    const pair = scene.cut[scene.cut.length - 1];
    syncChildren(
      this.pile,
      [1 - scene.you, scene.you],
      (n) => `cut ${scene.cut.length} ${n}`,
      (n) =>
        html(
          "figure",
          { class: n === scene.dealer ? "cut-card low" : "cut-card" },
          cardFace(pair[n]),
          html("figcaption", {}, n === scene.dealer ? describeDealer(n, who) : playerName(n, who)),
        ),
    );
  }
}
