/** Describes how many points each side needs, and which counts first if that matters. Pure. */

import { gettext } from "../../ui/translate.js";

/** @param {{need: number, theyNeed: number, countsFirst: boolean}} stand */
export const describeStand = ({ need, theyNeed, countsFirst }) =>
  countsFirst
    ? gettext("You need {need}, they need {theyNeed}, and you count first.", { need, theyNeed })
    : gettext("You need {need}, they need {theyNeed}, and they count first.", { need, theyNeed });
