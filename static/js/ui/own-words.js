/**
 * Stores a player's own words for the next shuffle in this browser until a secret is made with them. They are never
 * sent. Whether the table asks for some before each game is a preference.
 */

const WORDS = "every-other.words";
export const LONGEST = 500;

export class OwnWords {
  /**
   * @param {Storage} [storage] without a working one the words are kept while the page is open
   * @param {HTMLElement} [root] has the preferences
   */
  constructor(storage = globalThis.localStorage, root = globalThis.document?.documentElement) {
    this.storage = storage;
    this.root = root;
    this.typed = new Map();
  }

  get words() {
    return this.read(WORDS);
  }

  set words(words) {
    this.write(WORDS, words.slice(0, LONGEST));
  }

  get asksEachGame() {
    return this.root?.dataset.words === "on";
  }

  /** Takes the words, so that the next game does not use them again. */
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
      // Without storage it lasts as long as the page is open.
    }
  }
}
