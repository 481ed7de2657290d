/** The lesson: shows one step at a time, named in the URL, and remembers the learner's progress. */

import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { watchTerms } from "../../ui/words/glossary.js";
import { gettext } from "../../ui/translate.js";
import { Progress } from "./progress.js";
import { Task } from "./task.js";
import { TASKS } from "./tasks.js";

const WIDE = "(min-width: 64rem)";

/** The storage, or null: a browser may refuse even access to it. */
function storage() {
  try {
    return globalThis.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

class Lesson {
  constructor() {
    this.steps = new Map([...document.querySelectorAll(".lesson-step")].map((node) => [node.id, node]));
    this.links = new Map([...document.querySelectorAll(".learn-contents a")].map((link) => [link.hash.slice(1), link]));
    this.progress = new Progress(storage());
    byId("contents").open = matchMedia(WIDE).matches;
    byId("anew").addEventListener("click", () => this.restart());
    addEventListener("hashchange", () => this.open(location.hash.slice(1), { isAsked: true }));
    this.open(this.steps.has(location.hash.slice(1)) ? location.hash.slice(1) : this.progress.at);
  }

  get first() {
    return this.steps.keys().next().value;
  }

  /** Shows a step. A requested one is also where the lesson continues. @param {string} key */
  open(key, { isAsked = false } = {}) {
    if (isAsked && key && !this.steps.has(key)) return; // the anchor is for another part of the page
    const at = this.steps.has(key) ? key : this.first;
    const step = this.steps.get(at);
    for (const [other, node] of this.steps) node.classList.toggle("current", other === at);
    Object.assign(this.progress, { at }).keep();
    this.startTask(at, step);
    this.draw();
    if (!isAsked) return;
    if (!matchMedia(WIDE).matches) byId("contents").open = false;
    const head = step.querySelector("h2");
    head.focus({ preventScroll: true });
    step.scrollIntoView({ block: "start" });
  }

  startTask(key, step) {
    const node = step.querySelector("[data-part=task]");
    const { rounds } = this.progress;
    setAttr(node, "hidden", !TASKS[key]);
    if (!TASKS[key]) {
      this.markDone(key);
      return;
    }
    const keep = (kept) => {
      rounds[key] = kept;
      this.progress.keep();
    };
    TASKS[key](new Task(node, { kept: rounds[key], keep, done: () => this.completeStep(key, step) }), rounds);
  }

  markDone(key) {
    this.progress.done.add(key);
    this.progress.keep();
  }

  /** The step is learnt: the next one is offered, and gets the focus the first time. */
  completeStep(key, step) {
    const isNew = !this.progress.done.has(key);
    this.markDone(key);
    this.draw();
    if (isNew) step.querySelector(".onward").focus({ preventScroll: true });
  }

  restart() {
    this.progress.forget();
    if (location.hash.slice(1) === this.first) this.open(this.first, { isAsked: true });
    else location.hash = this.first;
  }

  draw() {
    const { at, done } = this.progress;
    for (const [key, link] of this.links) {
      setAttr(link, "aria-current", key === at && "step");
      this.tick(link, done.has(key));
      this.steps.get(key).querySelector(".onward")?.classList.toggle("quiet", !done.has(key));
    }
    setText(
      byId("how-far"),
      gettext(
        "{done} of {all} done",
        { done: [...this.steps.keys()].filter((key) => done.has(key)).length, all: this.steps.size },
      ),
    );
  }

  tick(link, isDone) {
    if (link.classList.toggle("done", isDone) === Boolean(link.querySelector(".unseen"))) return;
    if (isDone) link.append(html("span", { class: "unseen" }, `, ${gettext("done")}`));
    else link.querySelector(".unseen").remove();
  }
}

new Lesson();
watchTerms();
