/**
 * Does what needs no decision: leaves a counted show, and says go where no card fits. A ring on the button shows the
 * time left. The button itself does it at once, and a touch of the show, or an arrow key, holds it.
 */

import { mayGo } from "../../scene/scene.js";
import { PART_TIME, tempo } from "../../scene/tempo.js";

const WATCHERS_LOOK = 6_000;
const A_LOOK = 900;
const BY_KEYBOARD = 2; // a screen reader takes longer to read a count than an eye
const BEFORE_A_GO = 400;
const GREAT = 24;

/**
 * How long a counted hand is shown before the game continues by itself, in milliseconds, or null if it waits for the
 * player. It also waits after a great hand and a repeated show, and where hands are counted manually.
 * @param {import("../../scene/scene.js").Scene} scene
 * @param {{wish: string|undefined, isBotGame: boolean, byKey: boolean}} reader  `wish`: "bots", "auto" or "hand"
 */
export function onwardTime({ watching, counting, showing }, { wish, isBotGame, byKey }) {
  if (watching) return WATCHERS_LOOK;
  if (!(wish === "auto" || (wish === "bots" && isBotGame)) || counting !== "auto") return null;
  if (showing.again || showing.points >= GREAT) return null;
  return (A_LOOK + PART_TIME * showing.parts.length) * (byKey ? BY_KEYBOARD : 1) * tempo();
}

/** A page in the background and one with an open dialog wait. */
const isSeen = () => !document.hidden && !document.querySelector("dialog[open]");

export class Onward {
  /**
   * @param {{actions: import("./actions.js").Actions, wishes: {onward?: string, go?: string},
   *   does: {continue: () => void, go: () => void}}} table  `wishes`: the reader's settings
   */
  constructor({ actions, wishes, does }) {
    Object.assign(this, { actions, wishes, does });
    this.about = this.done = null;
  }

  /** Follows the table. Each situation is left at most once by itself. @param {import("../store.js").Now} now */
  draw(now) {
    const due = this.findDue(now);
    if (due?.about === this.about) return;
    this.stop();
    this.about = due?.about ?? null;
    if (due?.after && due.about !== this.done) this.begin(due, now.scene.watching);
  }

  /** Returns the action that is due, the situation it belongs to, and the time until then; or null. */
  findDue({ scene, ahead, busy, byKey, who }) {
    if (scene.showing) {
      const reader = { wish: this.wishes.onward, isBotGame: who.bots[1 - scene.you], byKey };
      return { what: "continue", about: scene.showing, after: onwardTime(scene, reader) };
    }
    if (busy || !mayGo(ahead) || this.wishes.go !== "auto") return null;
    return { what: "go", about: `${scene.deal} ${scene.played.length} ${scene.count}`, after: BEFORE_A_GO * tempo() };
  }

  begin(due, isWatching) {
    const { what, about, after } = due;
    if (!isWatching) this.actions.countDown(what, after);
    this.timer = setTimeout(() => {
      if (!isSeen()) return this.begin(due, isWatching);
      this.stop();
      this.done = about;
      this.does[what]();
    }, after);
  }

  /** Holds the table until the player continues. */
  stop() {
    clearTimeout(this.timer);
    this.actions.stopCountDown();
  }
}
