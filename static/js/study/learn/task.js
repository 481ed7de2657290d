/** The frame of every task: the question, a place to answer, the verdict, and what to do next. */

import { html, setText } from "../../ui/dom.js";
import { gettext, pgettext } from "../../ui/translate.js";

export class Task {
  /**
   * @param {HTMLElement} node
   * @param {{kept: any, keep: (kept: any) => void, done: () => void}} progress  `kept`: the position in this task;
   *   `done`: it is learnt, and the next step is offered
   */
  constructor(node, progress) {
    Object.assign(this, { node, progress });
    this.prompt = html("p", { class: "task-prompt", tabindex: -1 });
    this.stage = html("div", { class: "task-stage" });
    this.verdict = html("p", { class: "task-verdict", role: "status" });
    this.buttonRow = html("div", { class: "row task-deeds" });
    node.replaceChildren(this.prompt, this.stage, this.verdict, this.buttonRow);
  }

  setPrompt(text) {
    setText(this.prompt, text);
  }

  /** Puts these on the table. */
  setStage(...nodes) {
    this.stage.replaceChildren(...nodes);
  }

  praise(text) {
    this.setVerdict(text, "praise");
  }

  wrong(text) {
    this.setVerdict(text, "complaint");
  }

  note(text) {
    this.setVerdict(text, "");
  }

  setVerdict(text, how) {
    this.verdict.className = how && text ? `task-verdict ${how}` : "task-verdict";
    setText(this.verdict, text);
  }

  button(says, onclick, { quiet = false } = {}) {
    return html("button", { type: "button", class: quiet ? "button small quiet" : "button small", onclick }, says);
  }

  setButtons(...buttons) {
    this.buttonRow.replaceChildren(...buttons);
  }

  /** Offers the next step, and moves the focus to it. */
  offerNext(says, act) {
    const button = this.button(says, act);
    this.setButtons(button);
    button.focus({ preventScroll: true });
  }

  /**
   * Plays one round after another, and starts over. `enough` solved ones complete the task.
   * @template Item
   * @param {Item[]} items @param {(item: Item, solved: () => void) => void} play @param {number} [enough]
   */
  runRounds(items, play, enough = items.length) {
    let solved = Number.isInteger(this.progress.kept) ? this.progress.kept : 0;
    const begin = () => {
      this.note("");
      this.setButtons();
      play(items[solved % items.length], () => {
        solved += 1;
        this.progress.keep(solved);
        this.offerNext(solved % items.length === 0 ? gettext("Try again") : pgettext("exercise", "Another"), () => {
          begin();
          this.prompt.focus({ preventScroll: true });
        });
        if (solved >= enough) this.progress.done();
      });
    };
    begin();
  }
}
