/** A moment of the play: which card scores? */

import { LIMIT, scorePlay } from "../../../game/engine/pegging.js";
import { cardName } from "../../../ui/cards/card-names.js";
import { cardFace } from "../../../ui/cards/card-svg.js";
import { pipTotal } from "../../../ui/cards/card-values.js";
import { html } from "../../../ui/dom.js";
import { numberInWords } from "../../../ui/words/number-words.js";
import { capitalize, gettext } from "../../../ui/translate.js";
import { describeParts } from "../play-texts.js";
import { sum } from "../../../game/engine/scoring.js";
import { Spread } from "../spread.js";

const worth = (parts) => sum(parts.map(({ points }) => points));

/** Hints for a learner who does not find the card. */
const HINTS = {
  count: (total) => gettext("Look for the card that makes {total}.", { total: numberInWords(total) }),
  pair: () => gettext("Look for a card of the same rank as the last one."),
  run: () => gettext("Look for a card that makes a run with the last ones, in any order."),
};

/** The cards played, and their count. */
export function buildPile(cards) {
  return html(
    "div",
    { class: "pegging-pile" },
    html(
      "div",
      { class: "spread small", role: "group", "aria-label": gettext("Cards played") },
      ...cards.map((card) => html("div", { class: "slot" }, cardFace(card))),
    ),
    html(
      "p",
      { class: "count" },
      html("span", { class: "label" }, gettext("count")),
      html("span", { class: "number" }, String(pipTotal(cards))),
    ),
  );
}

/** @param {import("../task.js").Task} task @param {{pile: string[], hand: string[]}[]} moments */
export function scoreInPlay(task, moments) {
  task.runRounds(moments, ({ pile, hand }, solved) => {
    const most = Math.max(...hand.map((card) => (fits(card) ? worth(scorePlay(pile, card)) : 0)));
    const spread = new Spread({ cards: hand, tap });
    const laid = html("div", {}, buildPile(pile));
    let isOver = false;
    task.setPrompt(gettext("Which card scores the most?"));
    task.setStage(laid, spread.node);

    function fits(card) {
      return pipTotal([...pile, card]) <= LIMIT;
    }

    function tap(card) {
      if (isOver) return;
      const total = pipTotal([...pile, card]);
      const named = { card: cardName(card), total: numberInWords(total) };
      const parts = scorePlay(pile, card);
      if (!fits(card)) task.wrong(gettext("The {card} would take the count past thirty-one.", named));
      else if (worth(parts) < most) task.wrong(`${less(parts, named, total)} ${hint()}`);
      else {
        isOver = true;
        laid.replaceChildren(buildPile([...pile, card]));
        spread.disable();
        spread.choose([card]);
        task.praise(
          gettext("{calls}: {n} to you.", { calls: capitalize(describeParts(parts, total)), n: numberInWords(most) }),
        );
        solved();
      }
    }

    function less(parts, named, total) {
      if (!parts.length) return gettext("The {card} makes {total} and scores nothing.", named);
      return gettext("The {card}: {calls}. You can score more.", { ...named, calls: describeParts(parts, total) });
    }

    function hint() {
      const card = hand.find((each) => fits(each) && worth(scorePlay(pile, each)) === most);
      const [{ kind }] = scorePlay(pile, card);
      return HINTS[kind](pipTotal([...pile, card]));
    }
  });
}
