/** Whole hands: the learner counts the points. Then the count is shown, one part after another. */

import { html, setText } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { CountField } from "../count-field.js";
import { nextDifficulty, restoreDifficulty } from "../grading.js";
import { Parts } from "../parts.js";
import { describeClaim } from "../play-texts.js";
import { score } from "../../../game/engine/scoring.js";
import { Spread } from "../spread.js";

const ENOUGH = 5;

/** A touch device would open a keyboard over the cards. A device with a mouse has a physical keyboard. */
const mayType = () => matchMedia("(pointer: fine)").matches;

/**
 * Lays a hand open to be counted. Afterwards the count is highlighted, and `then` gets the claim and the true count.
 * @param {import("../task.js").Task} task @param {{cards: string[], starter: string, crib?: boolean}} hand
 * @param {(claim: number, total: number) => void} then @param {Node[]} above other nodes on the table
 */
export function askForCount(task, hand, then, above = []) {
  const { total, parts } = score(hand);
  const spread = new Spread(hand);
  const list = new Parts(spread);
  const field = new CountField((claim) => {
    field.node.remove();
    list.playCount(parts);
    if (claim === total) task.praise(describeClaim(claim, total));
    else task.wrong(describeClaim(claim, total));
    then(claim, total);
  });
  task.setStage(...above, spread.node, field.node, list.node);
  return { focus: () => (mayType() ? field.field : task.prompt).focus({ preventScroll: true }) };
}

/** @param {import("../task.js").Task} task @param {object[][]} grades hands by difficulty */
export function hands(task, grades) {
  let now = restoreDifficulty(task.progress.kept, grades.length);
  const tally = html("p", { class: "label task-tally" });

  function lay() {
    const inGrade = grades[now.grade];
    task.setPrompt(gettext("How many points?"));
    task.note("");
    task.setButtons();
    const drawTally = () => setText(tally, now.counted ? gettext("{right} of {counted} right so far", now) : "");
    drawTally();
    const laid = askForCount(
      task,
      inGrade[now.next[now.grade] % inGrade.length],
      (claim, total) => {
        now = nextDifficulty(now, claim === total);
        task.progress.keep(now);
        drawTally();
        task.offerNext(gettext("Next hand"), () => lay().focus());
        if (now.right >= ENOUGH) task.progress.done();
      },
      [tally],
    );
    return laid;
  }
  lay();
}
