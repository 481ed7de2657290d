/** Describes a game on the front page's felt, as any visitor may watch it. Pure. */

import { gettext } from "../../ui/translate.js";

/** Describes the state of a game in a few words. */
export function describeFelt(view, names) {
  if (view.phase === "over") return describeEnd(view, names);
  if (view.phase === "cut") return gettext("They cut for deal");
  if (view.phase !== "throw" && view.phase !== "play") return gettext("The hands are counted");
  if (view.turn.length === 2) return gettext("Both choose two cards for the crib");
  const name = names[view.turn[0]];
  return view.phase === "throw"
    ? gettext("{name} discards to the crib", { name })
    : gettext("{name} to play", { name });
}

function describeEnd({ winner, scores }, names) {
  if (winner === null) return gettext("The game is called off");
  const [won, lost] = [scores[winner], scores[1 - winner]];
  return gettext("{name} won, {won} – {lost}", { name: names[winner], won, lost });
}

/** The four cards that each player kept in the last deal. All are shown once a game is over. */
export const countedHands = ({ open }) => (
  open ? open.dealt.map((six, seat) => six.filter((card) => !open.throws[seat].includes(card))) : [[], []]
);
