/** The calculator: answers while one types, by the very rule that the server goes by. */

import { exchange } from "../game/exchange.js";
import { set, write } from "../ui/dom.js";
import * as asked from "./calculator-input.js";
import { level } from "./level.js";

const form = document.getElementById("calculator");
const answer = document.getElementById("answer");
const field = (name) => form.querySelector(`input[name=${name}]`);
const tell = (name, text) => write(answer.querySelector(`[data-part=${name}]`), String(text));

/** What a field says; what is wrong with it is said below it. */
function read(name, how) {
  const { value, fault } = how(field(name).value);
  const complaint = document.getElementById(`${name}-fault`);
  complaint.hidden = !fault;
  write(complaint, fault);
  set(field(name), "aria-invalid", fault !== "" && "true");
  return value;
}

function workOut() {
  const own = read("own", asked.points);
  const opponent = read("opponent", asked.opponent);
  answer.hidden = own === null || opponent === null;
  if (answer.hidden) return;
  const { win, loss, why } = exchange(own, opponent);
  tell("win", `+${win}`);
  tell("if-won", own + win);
  tell("loss", `−${loss}`);
  tell("if-lost", own - loss);
  tell("why", why);
  tell("level", level(own).number);
}

form.addEventListener("input", workOut);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.name) field("opponent").value = event.submitter.value;
  workOut();
});
workOut(); // a browser may have kept what was typed before the page was loaded again
