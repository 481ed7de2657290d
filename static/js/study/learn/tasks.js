/** The task of each step, by its name; the last step has a form of its own. */

import { dealt } from "./dealt.js";
import * as questions from "./questions.js";
import { ask } from "./tasks/ask.js";
import { find } from "./tasks/find.js";
import { hands } from "./tasks/hands.js";
import { scoreInPlay } from "./tasks/pegging.js";
import { playOut } from "./tasks/play.js";
import { show } from "./tasks/show.js";
import { throwTwo } from "./tasks/throw.js";

/** @type {Record<string, (task: import("./task.js").Task, rounds: Record<string, any>) => void>} */
export const TASKS = {
  race: (task) => ask(task, questions.race()),
  worth: (task) => ask(task, questions.worth()),
  fifteens: (task) => find(task, "fifteen", dealt.find.fifteen),
  pairs: (task) => find(task, "pair", dealt.find.pair),
  runs: (task) => find(task, "run", dealt.find.run),
  flush: (task) => ask(task, questions.flush(dealt.flush)),
  nobs: (task) => ask(task, questions.nobs(dealt.nobs)),
  hands: (task) => hands(task, dealt.hands),
  throw: (task) => throwTwo(task, dealt.throws),
  pegging: (task) => scoreInPlay(task, dealt.pegging),
  play: (task) => playOut(task, dealt.deals),
  heels: (task) => ask(task, questions.heels()),
  show: (task, rounds) => show(task, dealt.deals, rounds.play ?? 0),
  end: (task) => ask(task, questions.end()),
};
