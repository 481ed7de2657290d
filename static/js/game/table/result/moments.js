/** Great hands, wins and skunks as celebrated moments, and a kind word for the loser. */

import { setAttr, setText } from "../../../ui/dom.js";
import { loadSheet } from "../../../ui/sheets.js";
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

const PIPS_FOR = { win: 46, skunk: 70, "double-skunk": 110 };
const ROCKETS_FOR = { perfect: 9, rare: 4 };

export class Moments {
  /**
   * @param {{layer: HTMLElement, show: HTMLElement, result: HTMLElement}} parts  the layer of animations; the count;
   *   the end of the game
   * @param {{sheet: string, isStill: () => boolean, play: (sound: string) => void, announce: (says: string) => void}}
   *   table
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
    if (this.wasPlaying && scene.ended === "played") this.animate("rain", PIPS_FOR[moment]);
  }

  /** The animations are loaded when there is something to celebrate. @param {"rain"|"fireworks"} what */
  async animate(what, count = 0) {
    if (!count || this.isStill()) return;
    await loadSheet(this.sheet);
    const animations = await import("./celebrations.js");
    animations[what](this.layer, count);
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
    loadSheet(this.sheet);
    this.animate("fireworks", ROCKETS_FOR[moment]);
  }

  endHand() {
    this.celebrated = null;
    setAttr(this.show, "data-moment", null);
    setText(this.says, "");
  }
}
