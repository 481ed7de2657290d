/**
 * The chat's lines and its ready phrases. Pure. The server's list of phrases, game/models/chat.py, has the same
 * keys.
 */

import { gettext } from "../../../ui/translate.js";

export const phrases = () => ({
  luck: gettext("Good luck"),
  well: gettext("Well played"),
  hand: gettext("Nice hand"),
  thanks: gettext("Thanks"),
  sorry: gettext("Sorry"),
  game: gettext("Good game"),
  moment: gettext("One moment"),
  bye: gettext("Bye"),
});

/** What one leaves at a table whose other player has yet to come. */
export const notes = () => ({
  here: gettext("I’m here"),
  tonight: gettext("Tonight at eight?"),
  tomorrow: gettext("Tomorrow?"),
  ready: gettext("Your move, my friend"),
});

/** The words of a chat line; "" for a phrase that only a newer server knows. */
export const lineText = ({ phrase, text }) => (phrase ? { ...phrases(), ...notes() }[phrase] ?? "" : text ?? "");

/** Lines in the order they were said, each once. */
export function mergeLines(lines, more) {
  const all = new Map([...lines, ...more].map((line) => [line.id, line]));
  return [...all.values()].sort((a, b) => a.id - b.id);
}

/** The lines to be shown: those of the muted are not. @param {{muted: string[], hidden: boolean}} quiet */
export const visibleLines = (lines, quiet) => (
  quiet.hidden ? [] : lines.filter(({ name }) => !quiet.muted.includes(name))
);
