/** Describes the state of the game: the scores, the count, the turn and the clocks. Pure. */

import {
  describeEvent,
  describeOutcome,
  describeScore,
  listCards,
  seatsMineFirst,
  youOrName,
} from "../scene/event-texts.js";
import { prompt } from "../scene/scene.js";
import { sortCards } from "../../ui/cards/card-values.js";
import { numberInWords } from "../../ui/words/number-words.js";
import { gettext } from "../../ui/translate.js";

const sentences = (...says) => says.filter(Boolean).join(" ");

/** "You 45. Novice 52. A game to 121. Deal 3: your crib." @param {import("../scene/scene.js").Scene} scene */
function scores(scene, who) {
  const both = seatsMineFirst(who).map((seat) => describeScore(seat, scene.scores[seat], who));
  const crib = scene.deal > 0 && scene.phase !== "over" &&
    describeEvent({ e: "dealt", number: scene.deal, dealer: scene.dealer }, who);
  return sentences(...both, gettext("A game to {target}.", { target: scene.target }), crib);
}

/** "The count is twenty-two: five of hearts, jack of spades and seven of clubs. The starter is the ten of hearts." */
function count(scene) {
  const starter = scene.starter && describeEvent({ e: "starter", card: scene.starter });
  if (scene.phase !== "play") return sentences(gettext("There is no count right now."), starter);
  const says = scene.pile.length
    ? gettext("The count is {count}: {cards}.", { count: numberInWords(scene.count), cards: listCards(scene.pile) })
    : gettext("The count is zero: no card has been played.");
  return sentences(says, starter);
}

const handsHeld = (scene, who) =>
  seatsMineFirst(who)
    .filter((seat) => seat !== who.you)
    .map((seat) => gettext("{name} holds {n} cards.", { name: who.names[seat], n: scene.held[seat] }));

/** Describes whose turn it is, the cards held, and the time left. */
function turn(scene, who, clocks) {
  if (scene.phase === "over") return describeOutcome(scene, who);
  const mine = scene.hand.length > 0 && !scene.watching &&
    gettext("You hold: {cards}.", { cards: listCards(sortCards(scene.hand)) });
  const times = seatsMineFirst(who).map((seat) => clocks[seat] && timeSaid(seat, clocks[seat], who));
  return sentences(prompt(scene, who), mine, ...(scene.phase === "play" ? handsHeld(scene, who) : []), ...times);
}

const timeSaid = (seat, time, who) =>
  youOrName(
    seat,
    who,
    () => gettext("Your clock: {time}.", { time }),
    (name) => gettext("{name}’s clock: {time}.", { name, time }),
  );

export const STANDING_TEXTS = { scores, count, turn };
