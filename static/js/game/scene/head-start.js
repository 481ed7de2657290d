/** Describes a head start: the player, and the number of holes. Pure. */

import { ngettext } from "../../ui/translate.js";
import { youOrName } from "./who.js";

/** "You start 9 holes ahead." @param {number[] | undefined} start @param {import("./who.js").Who} who */
export function describeHeadStart(start = [0, 0], who) {
  const n = Math.max(...start);
  return !n ? "" : youOrName(start.indexOf(n), who,
    () => ngettext("You start {n} hole ahead.", "You start {n} holes ahead.", n),
    (name) => ngettext("{name} starts {n} hole ahead.", "{name} starts {n} holes ahead.", n, { name }));
}
