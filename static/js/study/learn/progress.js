/** Saves the learner's progress in the browser. */

const KEY = "lesson";

export class Progress {
  /** @param {Pick<Storage, "getItem" | "setItem">} storage */
  constructor(storage) {
    this.storage = storage;
    this.forget();
    try {
      const { at, done, rounds } = JSON.parse(storage.getItem(KEY)) ?? {};
      if (typeof at === "string") this.at = at;
      if (Array.isArray(done)) this.done = new Set(done);
      if (rounds && typeof rounds === "object") this.rounds = rounds;
    } catch {
      // Nothing readable is stored, or storage is refused: the lesson starts from the beginning.
    }
  }

  forget() {
    this.at = "";
    this.done = new Set();
    /** @type {Record<string, any>} by step, the position in its rounds */
    this.rounds = {};
  }

  keep() {
    try {
      this.storage.setItem(KEY, JSON.stringify({ at: this.at, done: [...this.done], rounds: this.rounds }));
    } catch {
      // Without storage the lesson still works.
    }
  }
}
