/** Texts about the reader or, by name, another player. Pure. */

import { gettext } from "../../ui/translate.js";

/** A text about the reader, or by name about another. For a watcher (`who.you` null) no player is "you". */
export const youOrName = (seat, who, mine, theirs) => (seat === who.you ? mine() : theirs(who.names[seat]));

/** "You", "Novice" */
export const playerName = (seat, who) => youOrName(seat, who, () => gettext("You"), (name) => name);

/** "You 45." */
export const describeScore = (seat, score, who) =>
  youOrName(seat, who, () => gettext("You {score}.", { score }), (name) => gettext("{name} {score}.", { name, score }));

/** Both seats, the reader's first. */
export const seatsMineFirst = ({ you }) => (you === 1 ? [1, 0] : [0, 1]);
