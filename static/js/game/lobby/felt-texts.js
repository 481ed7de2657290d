/** What the front page's felt says of a game, as anybody may watch it. Pure. */

import { gettext } from "../../ui/translate.js";

/** Says in a few words how a game stands. */
export function describeFelt(view, names) {
  if (view.phase === "over") return describeEnd(view, names);
  if (view.phase === "cut") return gettext("They cut for deal");
  if (view.phase !== "throw" && view.phase !== "play") return gettext("The hands are counted");
  if (view.turn.length === 2) return gettext("Both choose two cards for the crib");
  const name = names[view.turn[0]];
  return view.phase === "throw" ? gettext("{name} throws to the crib", { name }) : gettext("{name} to play", { name });
}

function describeEnd({ winner, scores }, names) {
  if (winner === null) return gettext("The game is void");
  const [won, lost] = [scores[winner], scores[1 - winner]];
  return gettext("{name} won, {won} – {lost}", { name: names[winner], won, lost });
}

/** The four cards that each kept of the last deal: all are shown once a game is over. */
export const countedHands = ({ open }) => (
  open ? open.dealt.map((six, seat) => six.filter((card) => !open.throws[seat].includes(card))) : [[], []]
);
