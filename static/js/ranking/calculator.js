/** The calculator: answers while the player types, by the server's own rule. */

import { exchange } from "./exchange.js";
import { byId, setAttr, setText } from "../ui/dom.js";
import * as asked from "./calculator-input.js";
import { level } from "./level.js";

const form = byId("calculator");
const answer = byId("answer");
const field = (name) => form.querySelector(`input[name=${name}]`);
const showAnswer = (name, text) => setText(answer.querySelector(`[data-part=${name}]`), String(text));

/** Parses a field, and shows its error below it. */
function readField(name, how) {
  const { value, fault } = how(field(name).value);
  const complaint = byId(`${name}-fault`);
  complaint.hidden = !fault;
  setText(complaint, fault);
  setAttr(field(name), "aria-invalid", fault !== "" && "true");
  return value;
}

function calculate() {
  const own = readField("own", asked.parsePoints);
  const opponent = readField("opponent", asked.parseOpponent);
  answer.hidden = own === null || opponent === null;
  if (answer.hidden) return;
  const { win, loss, why } = exchange(own, opponent);
  showAnswer("win", `+${win}`);
  showAnswer("if-won", own + win);
  showAnswer("loss", `−${loss}`);
  showAnswer("if-lost", own - loss);
  showAnswer("why", why);
  showAnswer("level", level(own).number);
}

form.addEventListener("input", calculate);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.name) field("opponent").value = event.submitter.value;
  calculate();
});
calculate(); // a browser may have kept typed text after a reload
