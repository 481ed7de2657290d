/** Combinations of a kind, to be found one by one. */

import { numberInWords } from "../../../ui/words/number-words.js";
import { gettext, ngettext } from "../../../ui/translate.js";
import { judgeCombination, partsOfKind } from "../combinations.js";
import { Parts } from "../parts.js";
import { Spread } from "../spread.js";

const ASKS = {
  fifteen: (n) => ngettext(
    "There’s {number} fifteen here. Tap its cards.",
    "There are {number} fifteens here. Tap the cards of one.",
    n,
    { number: numberInWords(n) },
  ),
  pair: (n) => ngettext(
    "There’s {number} rank to pair here. Tap all its cards.",
    "There are {number} ranks to pair here. Tap all cards of one.",
    n,
    { number: numberInWords(n) },
  ),
  run: (n) => ngettext(
    "There’s {number} run here. Tap its cards.",
    "There are {number} runs here. Tap the cards of one.",
    n,
    { number: numberInWords(n) },
  ),
};
const POINTS = (n) => ngettext("That’s all: {n} point.", "That’s all: {n} points.", n);

/** @param {import("../task.js").Task} task @param {"fifteen"|"pair"|"run"} kind @param {object[]} hands */
export function find(task, kind, hands) {
  task.runRounds(hands, (hand, solved) => {
    const parts = partsOfKind(kind, hand);
    let found = [];
    const spread = new Spread({ ...hand, tap });
    const list = new Parts(spread);
    spread.choose([]);
    task.setPrompt(ASKS[kind](parts.length));
    task.setStage(spread.node, list.node);
    task.setButtons(task.button(gettext("Count these"), check), task.button(gettext("Show me"), show, { quiet: true }));

    function tap(card) {
      if (found.length === parts.length) return;
      task.note(""); // a repeated verdict would be announced only once
      list.light(null);
      spread.toggle(card);
    }

    function check() {
      const { part, why } = judgeCombination(kind, parts, spread.chosen, found);
      if (why) {
        task.wrong(why);
        return;
      }
      found = [...found, part];
      spread.choose([]);
      list.draw(found);
      list.light(part);
      if (found.length === parts.length) finish();
      else task.praise(ngettext("Yes. There’s {n} more.", "Yes. There are {n} more.", parts.length - found.length));
    }

    function show() {
      found = parts;
      list.playCount(parts);
      finish();
    }

    function finish() {
      spread.disable();
      task.praise(POINTS(parts.reduce((sum, { points }) => sum + points, 0)));
      solved();
    }
  });
}
