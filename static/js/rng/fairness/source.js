/** Fetches decks, from the record or a seed, and what else is known of them. */

import { get } from "../../ui/api.js";
import { gettext } from "../../ui/translate.js";
import { Decks } from "./decks.js";

/**
 * @typedef {object} About  what is known of decks, one entry a deck; of simulated ones only what hands score
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

  /** The game and number of a deck, or null where nobody was dealt it. @param {number} deck */
  dealOf(deck) {
    const { games, game, numbers } = this.about;
    return games ? { game: games[game[deck]], number: numbers[deck] } : null;
  }

  /** The id of the deal before all of these, or null where there is none to be found. */
  get previousDealId() {
    const first = this.about.ids?.[0];
    return first > 1 ? first - 1 : null;
  }
}

/**
 * Fetch decks; a sentence where that fails.
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
