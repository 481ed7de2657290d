/** A simple opponent: takes the points there are, and leaves none that lie open. Pure. */

import { pegged } from "../game/pegging.js";
import { pips } from "../ui/card-values.js";
import { playable } from "./play-rules.js";
import { sum } from "./scoring.js";

/** Counts that a ten, which every third card nearly is, would make into fifteen or thirty-one. */
const OPEN = [5, 21];

/** The card it plays, or null: go. @param {import("./play-rules.js").Play} play */
export function chosen({ hands, pile, count, turn }) {
  const worth = (card) => sum(pegged(pile, card).map((part) => part.points)) - (OPEN.includes(count + pips(card)) ? 0.5 : 0);
  const fits = playable(hands[turn], count);
  // Of cards that are worth the same the highest: low ones are good to have later.
  fits.sort((one, other) => worth(other) - worth(one) || pips(other) - pips(one));
  return fits[0] ?? null;
}
