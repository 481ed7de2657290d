/** Numbers in words, up to the highest possible count or hand. Pure. */

import { gettext } from "../translate.js";

const WORDS = () => [
  gettext("zero"), gettext("one"), gettext("two"), gettext("three"), gettext("four"), gettext("five"), gettext("six"),
  gettext("seven"), gettext("eight"), gettext("nine"), gettext("ten"), gettext("eleven"), gettext("twelve"),
  gettext("thirteen"), gettext("fourteen"), gettext("fifteen"), gettext("sixteen"), gettext("seventeen"),
  gettext("eighteen"), gettext("nineteen"), gettext("twenty"), gettext("twenty-one"), gettext("twenty-two"),
  gettext(
    "twenty-three",
  ), gettext("twenty-four"), gettext("twenty-five"), gettext("twenty-six"), gettext("twenty-seven"),
  gettext("twenty-eight"), gettext("twenty-nine"), gettext("thirty"), gettext("thirty-one"),
];

/** 0..31 in words, and figures beyond. */
export const numberInWords = (n) => WORDS()[n] ?? String(n);
