/** Fetches decks, from the record or by a seed, with their metadata. */

import { get } from "../../ui/api.js";
import { gettext } from "../../ui/translate.js";
import { Decks } from "./decks.js";

/**
 * @typedef {object} About  metadata of decks, one entry per deck; for simulated ones only the scores of hands
 * @property {number[]} pone @property {number[]} dealer
 * @property {number[]} [ids] @property {string[]} [games] @property {number[]} [game] @property {number[]} [numbers]
 * @property {(number | null)[]} [pone_hand] @property {(number | null)[]} [dealer_hand] @property {(number |
 *   null)[]} [crib]
 */

export class Source {
  /** @param {Uint8Array} bytes @param {About} about @param {number | null} seed  of simulated decks */
  constructor(bytes, about, seed) {
    this.decks = new Decks(bytes);
    this.about = about;
    this.seed = seed;
  }

  get isSimulated() {
    return this.seed !== null;
  }

  /** The game and number of a deck, or null if it was not dealt in a game. @param {number} deck */
  dealOf(deck) {
    const { games, game, numbers } = this.about;
    return games ? { game: games[game[deck]], number: numbers[deck] } : null;
  }

  /** The id of the deal before all of these, or null. */
  get previousDealId() {
    const first = this.about.ids?.[0];
    return first > 1 ? first - 1 : null;
  }
}

/**
 * Fetches decks. Returns an error message on failure.
 * @param {{upto: number, seed: number | null, most: number}} wanted @returns {Promise<Source | string>}
 */
export async function fetchDecks({ upto, seed, most }) {
  const [path, named] = seed === null
    ? ["decks", `last=${most}&upto=${upto}`]
    : ["simulated", `decks=${most}&seed=${seed}`];
  try {
    const [bytes, about] = await Promise.all(
      [bytesOf(`/fairness/${path}.bin?${named}`), get(`/fairness/${path}.json?${named}`)],
    );
    if (!about.ok) return about.body.says;
    if (bytes.length !== 52 * about.body.decks) return gettext("Some of the decks didn’t arrive. Reload the page.");
    return new Source(bytes, about.body, seed);
  } catch {
    return gettext("Couldn’t load the decks. Check your connection, then reload the page.");
  }
}

async function bytesOf(path) {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(path);
  return new Uint8Array(await answer.arrayBuffer());
}
