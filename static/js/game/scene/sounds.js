/**
 * Plays the table's sounds, each made of a few notes. Silent until the player's first gesture, and while turned off.
 */

const EVENT_SOUNDS = {
  cut_for_deal: () => "card",
  dealt: () => "shuffle",
  thrown: () => "card",
  starter: () => "card",
  played: () => "card",
  go: () => "knock",
  pegged: ({ seat }, you) => (seat === you ? "score" : "peg"),
  over: ({ winner }, you) => (you === null || winner === null ? null : winner === you ? "win" : "lose"),
};

/** The sound of an event, or null. @param {{e: string}} event @param {number|null} you @returns {string|null} */
export const soundOf = (event, you) => EVENT_SOUNDS[event.e]?.(event, you) ?? null;

const RESTS_AFTER = 3_000;

export class Sounds {
  /** @param {HTMLElement} root has the setting for sounds */
  constructor(root = document.documentElement) {
    Object.assign(this, { root, context: null });
    // A browser plays nothing before a gesture, and logs a warning if a page tries.
    for (const gesture of ["click", "keydown"]) addEventListener(gesture, () => this.unlockAudio(), { capture: true });
  }

  get isOn() {
    return this.root.dataset.sound !== "off";
  }

  unlockAudio() {
    if (!this.isOn || this.context || navigator.userActivation?.hasBeenActive === false) return;
    this.context = new AudioContext();
    this.restSoon();
  }

  /** @param {string|null} name one of `SOUNDS` in `sound-notes.js` */
  async play(name) {
    if (!name || !this.isOn || !this.context) return;
    this.restSoon();
    const { playSound } = await import("./sound-notes.js");
    await this.context.resume();
    playSound(this.context, name);
  }

  /** Suspends the audio soon after the last sound. */
  restSoon() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.context.suspend(), RESTS_AFTER);
  }

  /** A sound for a player who has just turned them on. */
  greet() {
    this.unlockAudio();
    this.play("card");
  }
}
