/** A simple opponent: takes available points, and avoids giving any. Pure. */

import { scorePlay } from "../../game/engine/pegging.js";
import { pipValue } from "../../ui/cards/card-values.js";
import { playableCards } from "./play-rules.js";
import { sum } from "../../game/engine/scoring.js";

/** Counts that a ten-card, nearly one in three, would make into fifteen or thirty-one. */
const OPEN = [5, 21];

/** The card it plays, or null: go. @param {import("./play-rules.js").Play} play */
export function chooseCard({ hands, pile, count, turn }) {
  const worth = (card) =>
    sum(scorePlay(pile, card).map((part) => part.points)) - (OPEN.includes(count + pipValue(card)) ? 0.5 : 0);
  const fits = playableCards(hands[turn], count);
  // Of equally good cards the highest, because low ones are useful later.
  fits.sort((one, other) => worth(other) - worth(one) || pipValue(other) - pipValue(one));
  return fits[0] ?? null;
}
