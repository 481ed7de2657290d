/** Describes how much more or less something is, or "" if too little to mention. Pure. */

import { gettext, ngettext } from "../../ui/translate.js";

/** Points below this are not mentioned. */
export const NOTICED = 0.25;

/** A smaller difference in winning chance does not matter to a player. */
export const JUST_AS_GOOD = 0.0005;

/** @param {number} points */
export function less(points) {
  if (points < 0.4) return gettext("a little less");
  if (points < 0.75) return gettext("about half a point less");
  return ngettext("about {n} point less", "about {n} points less", Math.round(points));
}

/** @param {number} points */
export function more(points) {
  if (points < 0.4) return gettext("a little more");
  if (points < 0.75) return gettext("about half a point more");
  return ngettext("about {n} point more", "about {n} points more", Math.round(points));
}
