/** The board of the lesson: you and a rival, whose pegs move. */

import { createBoard } from "../../game/scene/board.js";
import { prefersReducedMotion } from "../../ui/motion.js";
import { gettext } from "../../ui/translate.js";

const TARGET = 121;

export class LessonBoard {
  /** @param {[number, number][]} at each side's two pegs, the front one first */
  constructor(at = [[0, -1], [0, -1]]) {
    this.board = createBoard(TARGET, prefersReducedMotion);
    this.node = this.board.node;
    this.at = at;
    this.draw();
  }

  get scores() {
    return this.at.map(([front]) => front);
  }

  /** The peg behind leaps past the one in front. @param {0|1} side 0: you */
  peg(side, points) {
    if (!points) return;
    this.at = this.at.map(
      ([front, behind], n) => (n === side ? [Math.min(front + points, TARGET), front] : [front, behind]),
    );
    this.draw();
  }

  draw() {
    this.board.move(
      { you: 0, pegs: this.at, scores: this.scores },
      { you: 0, names: [gettext("You"), gettext("Rival")] },
    );
  }
}
