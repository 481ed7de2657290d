/** Great hands, wins and skunks as celebrated moments, and a kind word for the loser. */

import { PIPS } from "../../../ui/cards/card-shapes.js";
import { setAttr, setText, svg } from "../../../ui/dom.js";
import { formatNumber, gettext } from "../../../ui/translate.js";

/** A player who keeps the best four of six cards holds this hand once in so many deals. */
export const ODDS = { 28: 15_028, 29: 216_580 };

/** The kind of moment of a hand or crib, by its points; null for most. @returns {"perfect"|"rare"|"fine"|null} */
export function handMoment({ points }) {
  if (points === 29) return "perfect";
  if (points === 28) return "rare";
  return points >= 24 ? "fine" : null;
}

/** "The perfect hand: 29. A player holds it once in 216,580 deals." */
export function describeGreatHand({ points, what }) {
  if (!ODDS[points]) return "";
  const says = points === 29 ? gettext("The perfect hand: 29.") : gettext("28: only one hand counts more.");
  if (what !== "hand") return says;
  return `${says} ${gettext("A player holds it once in {n} deals.", { n: formatNumber(ODDS[points]) })}`;
}

/**
 * The moment of a game for the reader. A watcher sees the same as the winner.
 * @returns {"win"|"skunk"|"double-skunk"|"loss"|null}
 */
export function gameMoment({ winner, value, ended }, who) {
  if (winner === null || winner === undefined) return null;
  if (who.you !== null && winner !== who.you) return "loss";
  if (ended !== "played") return "win";
  return { 2: "skunk", 4: "double-skunk" }[value] ?? "win";
}

const CLOSE = 10;

/** The title of a skunk, and a kind word for the loser of a game that was played to its end. */
export function momentWords(scene, who) {
  const moment = gameMoment(scene, who);
  if (moment === "skunk") return gettext("Skunk!");
  if (moment === "double-skunk") return gettext("Double skunk!");
  if (moment !== "loss" || scene.ended !== "played") return "";
  if (scene.value > 1) return gettext("Every player gets skunked now and then. The next game starts level.");
  const isClose = scene.scores[scene.winner] - scene.scores[1 - scene.winner] <= CLOSE;
  return isClose ? gettext("So close!") : gettext("Well played.");
}

/** Numbers from 0 to 1 that look random, which is enough for confetti. */
function spread(n) {
  const far = 43758.5453 * Math.sin(12.9898 * (n + 1));
  return far - Math.floor(far);
}

const pip = (n) => svg(
  "svg",
  { viewBox: "-11 -11 22 22", class: "pip", "data-suit": "SHDC"[n % 4] },
  svg("path", { d: PIPS["SHDC"[n % 4]] }),
);

function fly(layer, node, keyframes, options) {
  layer.append(node);
  node.animate(keyframes, { fill: "both", ...options }).finished.then(() => node.remove(), () => node.remove());
}

/** Card suits fall from above. */
function rain(layer, count) {
  for (let n = 0; n < count; n += 1) {
    const [x, turn] = [100 * spread(n), 720 * (spread(n + 0.1) - 0.5)];
    const drift = 16 * (spread(n + 0.2) - 0.5);
    fly(
      layer,
      pip(n),
      [
        { transform: `translate(${x}vw, -2rem) rotate(0deg)`, opacity: 1 },
        { opacity: 1, offset: 0.8 },
        { transform: `translate(${x + drift}vw, 102vh) rotate(${turn}deg)`, opacity: 0 },
      ],
      { duration: 2200 + 1600 * spread(n + 0.3), delay: 900 * spread(n + 0.4), easing: "cubic-bezier(.3, .1, .7, 1)" },
    );
  }
}

/** Rockets of card suits, one after another. */
function fireworks(layer, rockets) {
  const PIECES = 18;
  for (let rocket = 0; rocket < rockets; rocket += 1) {
    const [x, y] = [18 + 64 * spread(rocket), 16 + 26 * spread(rocket + 0.1)];
    for (let n = 0; n < PIECES; n += 1) {
      const angle = (2 * Math.PI * n) / PIECES;
      const reach = 7 + 6 * spread(n);
      const [dx, dy] = [reach * Math.cos(angle), reach * Math.sin(angle)];
      fly(
        layer,
        pip(rocket + n),
        [
          { transform: `translate(${x}vw, ${y}vh) scale(0.2)`, opacity: 0 },
          {
            transform: `translate(calc(${x}vw + ${0.8 * dx}rem), calc(${y}vh + ${0.8 * dy}rem)) scale(1.1)`,
            opacity: 1,
            offset: 0.35,
          },
          { transform: `translate(calc(${x}vw + ${dx}rem), calc(${y}vh + ${dy + 5}rem)) scale(0.5)`, opacity: 0 },
        ],
        { duration: 1500, delay: 380 * rocket, easing: "ease-out" },
      );
    }
  }
}

const PIPS_FOR = { win: 46, skunk: 70, "double-skunk": 110 };
const ROCKETS_FOR = { perfect: 9, rare: 4 };

export class Moments {
  /**
   * @param {{layer: HTMLElement, show: HTMLElement, result: HTMLElement}} parts  the layer of animations; the count;
   *   the end of the game
   * @param {{isStill: () => boolean, play: (sound: string) => void, announce: (says: string) => void}} table
   */
  constructor({ layer, show, result }, table) {
    Object.assign(this, table, { layer, show, result, wasPlaying: false, celebrated: null });
    this.says = show.querySelector(".show-moment");
    this.words = result.querySelector(".result-word");
    this.place = result.querySelector(".result-scene");
    show.addEventListener("counted", ({ detail }) => this.celebrateHand(detail));
  }

  /** @param {import("../../scene/scene.js").Scene} scene */
  draw(scene, who) {
    if (this.celebrated && this.celebrated !== scene.showing) this.endHand();
    const isOver = scene.phase === "over" && !scene.showing;
    const moment = isOver ? gameMoment(scene, who) : null;
    if (moment !== this.moment) this.drawGame(moment, scene, who);
    this.wasPlaying = !isOver;
  }

  drawGame(moment, scene, who) {
    this.moment = moment;
    setAttr(this.result, "data-moment", moment);
    setText(this.words, moment ? momentWords(scene, who) : "");
    this.drawPicture(moment);
    // A page that opens on a finished game celebrates nothing.
    if (this.wasPlaying && scene.ended === "played" && !this.isStill()) rain(this.layer, PIPS_FOR[moment] ?? 0);
  }

  /** The pictures are loaded when a game ends. */
  async drawPicture(moment) {
    this.place.replaceChildren();
    if (!moment) return;
    const { SCENES } = await import("./moment-scenes.js");
    if (moment === this.moment) this.place.replaceChildren(SCENES[moment]());
  }

  /** Called after the last part has been counted. */
  celebrateHand(counted) {
    const moment = handMoment(counted);
    if (!moment || counted === this.celebrated) return;
    this.celebrated = counted;
    setAttr(this.show, "data-moment", moment);
    const says = describeGreatHand(counted);
    setText(this.says, says);
    if (says) this.announce(says);
    if (says) this.play("win");
    if (!this.isStill()) fireworks(this.layer, ROCKETS_FOR[moment] ?? 0);
  }

  endHand() {
    this.celebrated = null;
    setAttr(this.show, "data-moment", null);
    setText(this.says, "");
  }
}
