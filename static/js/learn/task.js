/** What every task is made of: what is asked, where one answers, the verdict, and what to do next. */

import { html, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

export class Task {
  /**
   * @param {HTMLElement} node
   * @param {{kept: any, keep: (kept: any) => void, done: () => void}} progress  `kept`: where one was in this task;
   *   `done`: it is known now, and the way leads on
   */
  constructor(node, progress) {
    Object.assign(this, { node, progress });
    this.prompt = html("p", { class: "task-prompt", tabindex: -1 });
    this.stage = html("div", { class: "task-stage" });
    this.verdict = html("p", { class: "task-verdict", role: "status" });
    this.deeds = html("div", { class: "row task-deeds" });
    node.replaceChildren(this.prompt, this.stage, this.verdict, this.deeds);
  }

  ask(text) {
    write(this.prompt, text);
  }

  /** Put these on the table. */
  lay(...nodes) {
    this.stage.replaceChildren(...nodes);
  }

  praise(text) {
    this.judge(text, "praise");
  }

  wrong(text) {
    this.judge(text, "complaint");
  }

  note(text) {
    this.judge(text, "");
  }

  judge(text, how) {
    this.verdict.className = how && text ? `task-verdict ${how}` : "task-verdict";
    write(this.verdict, text);
  }

  button(says, onclick, { quiet = false } = {}) {
    return html("button", { type: "button", class: quiet ? "button small quiet" : "button small", onclick }, says);
  }

  offer(...buttons) {
    this.deeds.replaceChildren(...buttons);
  }

  /** Go to what comes next, where a keyboard and a screen reader go on as well. */
  onward(says, act) {
    const button = this.button(says, act);
    this.offer(button);
    button.focus({ preventScroll: true });
  }

  /**
   * One round after another, and round again; so many solved are enough to know it.
   * @template Item
   * @param {Item[]} items @param {(item: Item, solved: () => void) => void} play @param {number} [enough]
   */
  rounds(items, play, enough = items.length) {
    let solved = Number.isInteger(this.progress.kept) ? this.progress.kept : 0;
    const begin = () => {
      this.note("");
      this.offer();
      play(items[solved % items.length], () => {
        solved += 1;
        this.progress.keep(solved);
        this.onward(solved % items.length === 0 ? gettext("Once more") : gettext("Another"), () => {
          begin();
          this.prompt.focus({ preventScroll: true });
        });
        if (solved >= enough) this.progress.done();
      });
    };
    begin();
  }
}
