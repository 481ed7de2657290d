/** The chat's lines, gestures and predefined phrases. Pure. The server has the same keys (game/models/chat.py). */

import { gettext } from "../../../ui/translate.js";

export const gestures = () => ({
  knock: gettext("Knock"),
  hat: gettext("Tip of the hat"),
  groan: gettext("Groan"),
  laugh: gettext("Laugh"),
  cards: gettext("Good cards"),
});

/** Phrases that other programs may send. */
const sayings = () => ({
  luck: gettext("Good luck"),
  well: gettext("Well played"),
  hand: gettext("Nice hand"),
  thanks: gettext("Thanks"),
  sorry: gettext("Sorry"),
  game: gettext("Good game"),
  moment: gettext("One moment"),
  bye: gettext("Bye"),
});

/** Phrases for a table whose other player has not come yet. */
export const notes = () => ({
  here: gettext("I’m here"),
  tonight: gettext("Tonight at eight?"),
  tomorrow: gettext("Tomorrow?"),
  ready: gettext("Your move, my friend"),
});

export const isGesture = ({ phrase }) => phrase in gestures();

/** The text of a chat line, or "" for a phrase that only a newer server knows. */
export const lineText = ({ phrase, text }) =>
  phrase ? { ...gestures(), ...sayings(), ...notes() }[phrase] ?? "" : text ?? "";

/** Lines in the order they were sent, each once. */
export function mergeLines(lines, more) {
  const all = new Map([...lines, ...more].map((line) => [line.id, line]));
  return [...all.values()].sort((a, b) => a.id - b.id);
}

/** The visible lines, without those of muted players. @param {{muted: string[], hidden: boolean}} quiet */
export const visibleLines = (lines, quiet) => (
  quiet.hidden ? [] : lines.filter(({ name }) => !quiet.muted.includes(name))
);
