/** Saves in the browser how far the learner is in the lesson. */

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
      // Nothing that can be read is there, or nothing may be kept: the lesson begins anew.
    }
  }

  forget() {
    this.at = "";
    this.done = new Set();
    /** @type {Record<string, any>} by step, where one is in its rounds */
    this.rounds = {};
  }

  keep() {
    try {
      this.storage.setItem(KEY, JSON.stringify({ at: this.at, done: [...this.done], rounds: this.rounds }));
    } catch {
      // A browser that keeps nothing teaches all the same.
    }
  }
}
