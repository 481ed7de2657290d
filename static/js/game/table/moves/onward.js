/** Lets a show go on by itself: for a watcher, and for a player who wants it so. */

import { tempo } from "../../scene/tempo.js";
import { prefersReducedMotion } from "../../../ui/motion.js";

const WATCHERS_LOOK = 6_000;
const A_LOOK = 1_500;
const FOR_A_PART = 500;

/**
 * How long a hand that was counted is looked at before the game goes on by itself, in milliseconds; null where it
 * waits for the player, as it does after a show that the player asked to see again, and where hands are counted by
 * hand.
 * @param {import("../../scene/scene.js").Scene} scene @param {"hand"|"auto"|undefined} wish the reader's @param
 *   {number} tempo
 */
export function onwardTime({ watching, counting, showing }, wish, tempo) {
  if (watching) return WATCHERS_LOOK;
  if (wish !== "auto" || counting !== "auto" || showing.again) return null;
  return (A_LOOK + FOR_A_PART * showing.parts.length) * tempo;
}

export class Onward {
  /** @param {import("./actions.js").Actions} actions show a player how long it is @param {() => void} goOn */
  constructor(actions, goOn) {
    Object.assign(this, { actions, goOn });
  }

  /** @param {import("../../scene/scene.js").Scene} scene @param {string|undefined} wish the reader's */
  start(scene, wish) {
    this.stop();
    const after = onwardTime(scene, wish, tempo());
    if (after === null) return;
    if (!scene.watching && !prefersReducedMotion()) this.actions.countDown(after);
    // only while the player looks
    this.timer = setTimeout(() => (document.hidden ? this.start(scene, wish) : this.goOn()), after);
  }

  stop() {
    clearTimeout(this.timer);
    this.actions.stopCountDown();
  }
}
