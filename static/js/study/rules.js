/** The rules page: draws its cards and its board as the table does. */

import { createBoard } from "../game/scene/board.js";
import { cardFace } from "../ui/cards/card-svg.js";
import { byId } from "../ui/dom.js";
import { prefersReducedMotion } from "../ui/motion.js";
import { gettext } from "../ui/translate.js";

const TARGET = 121;
const SCORES = [27, 18];

for (const place of document.querySelectorAll("[data-draw]")) {
  place.replaceChildren(cardFace(place.dataset.draw, { label: false }));
}

const board = createBoard(TARGET, prefersReducedMotion);
board.move(
  { you: 0, pegs: [[27, 21], [18, 12]], scores: SCORES },
  { you: 0, names: [gettext("You"), gettext("Rival")] },
);
byId("rules-board").append(board.node);
