/**
 * A question with a few answers.
 *
 * @typedef {{asks: string, answers: {says: string, why: string, isRight?: boolean}[], cards?: string[], starter?:
 *   string, label?: string, board?: [number, number][], pegs?: [0|1, number]}} Question
 *   `label`: the owner of the cards; `board`: both sides' pegs before, `pegs` the points of the right answer, by seat
 */

import { html, setAttr } from "../../../ui/dom.js";
import { LessonBoard } from "../lesson-board.js";
import { Spread } from "../spread.js";

/** @param {import("../task.js").Task} task @param {Question[]} questions */
export function ask(task, questions) {
  const pegs = questions[0].board ? new LessonBoard() : null;

  task.runRounds(questions, (question, solved) => {
    const { asks, answers, board, cards, label } = question;
    task.setPrompt(asks);
    if (board) Object.assign(pegs, { at: board }).draw();
    const buttons = answers.map((answer) => task.button(answer.says, () => choose(answer)));
    task.setStage(
      ...(pegs ? [html("div", { class: "task-board" }, pegs.node)] : []),
      ...(cards && label ? [html("p", { class: "label" }, label)] : []),
      ...(cards ? [new Spread(question).node] : []),
      html("div", { class: "row task-answers" }, ...buttons),
    );

    function choose(answer) {
      const button = buttons[answers.indexOf(answer)];
      if (button.getAttribute("aria-disabled")) return;
      if (!answer.isRight) {
        setAttr(button, "aria-disabled", "true");
        task.wrong(answer.why);
        return;
      }
      for (const each of buttons) setAttr(each, "aria-disabled", "true");
      button.classList.add("right");
      if (question.pegs) pegs.peg(...question.pegs);
      task.praise(answer.why);
      solved();
    }
  });
}
