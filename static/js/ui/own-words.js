/**
 * A player's own words for the next shuffle: kept in this browser till a secret is made with them, told to nobody;
 * and whether the table shall ask for some before each game.
 */

const WORDS = "every-other.words";
const ASKS = "every-other.words.asked-for";
export const LONGEST = 500;

export class OwnWords {
  /** @param {Storage} [storage] without one that works, what is typed is kept for as long as the page is open */
  constructor(storage = globalThis.localStorage) {
    this.storage = storage;
    this.typed = new Map();
  }

  get words() {
    return this.read(WORDS);
  }

  set words(words) {
    this.write(WORDS, words.slice(0, LONGEST));
  }

  get asksEachGame() {
    return this.read(ASKS) === "yes";
  }

  set asksEachGame(yes) {
    this.write(ASKS, yes ? "yes" : "");
  }

  /** The words, once: the next game has none, or others. */
  takeOnce() {
    const { words } = this;
    this.words = "";
    return words;
  }

  read(key) {
    try {
      return this.storage.getItem(key) ?? "";
    } catch {
      return this.typed.get(key) ?? "";
    }
  }

  write(key, value) {
    this.typed.set(key, value);
    try {
      if (value) this.storage.setItem(key, value);
      else this.storage.removeItem(key);
    } catch {
      // It is kept for as long as the page is open.
    }
  }
}
