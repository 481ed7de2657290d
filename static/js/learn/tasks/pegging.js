/** A moment of the play: which card scores? */

import { LIMIT, pegged } from "../../game/pegging.js";
import { cardName } from "../../ui/card-names.js";
import { face } from "../../ui/card-svg.js";
import { count } from "../../ui/card-values.js";
import { html } from "../../ui/dom.js";
import { number } from "../../ui/number-words.js";
import { capital, gettext } from "../../ui/translate.js";
import { calls } from "../play-texts.js";
import { sum } from "../scoring.js";
import { Spread } from "../spread.js";

const worth = (parts) => sum(parts.map(({ points }) => points));

/** What there is to look for, for whoever does not see it. */
const HINTS = {
  count: (total) => gettext("Look for the card that makes {total}.", { total: number(total) }),
  pair: () => gettext("Look for a card like the last one."),
  run: () => gettext("Look for a card that makes the last ones a run, in whatever order."),
};

/** The cards played, and their count. */
export function pileOf(cards) {
  return html(
    "div",
    { class: "pegging-pile" },
    html("div", { class: "spread small", role: "group", "aria-label": gettext("Cards played") }, ...cards.map((card) => html("div", { class: "slot" }, face(card)))),
    html("p", { class: "count" }, html("span", { class: "label" }, gettext("count")), html("span", { class: "number" }, String(count(cards)))),
  );
}

/** @param {import("../task.js").Task} task @param {{pile: string[], hand: string[]}[]} moments */
export function scoreInPlay(task, moments) {
  task.rounds(moments, ({ pile, hand }, solved) => {
    const most = Math.max(...hand.map((card) => (fits(card) ? worth(pegged(pile, card)) : 0)));
    const spread = new Spread({ cards: hand, tap });
    const laid = html("div", {}, pileOf(pile));
    let isOver = false;
    task.ask(gettext("Which card scores the most?"));
    task.lay(laid, spread.node);

    function fits(card) {
      return count([...pile, card]) <= LIMIT;
    }

    function tap(card) {
      if (isOver) return;
      const total = count([...pile, card]);
      const named = { card: cardName(card), total: number(total) };
      const parts = pegged(pile, card);
      if (!fits(card)) task.wrong(gettext("The {card} would take the count past thirty-one.", named));
      else if (worth(parts) < most) task.wrong(`${less(parts, named, total)} ${hint()}`);
      else {
        isOver = true;
        laid.replaceChildren(pileOf([...pile, card]));
        spread.close();
        spread.choose([card]);
        task.praise(gettext("{calls}: {n} to you.", { calls: capital(calls(parts, total)), n: number(most) }));
        solved();
      }
    }

    function less(parts, named, total) {
      if (!parts.length) return gettext("The {card} makes {total}, and scores nothing.", named);
      return gettext("The {card}: {calls}. There is more to be had.", { ...named, calls: calls(parts, total) });
    }

    function hint() {
      const card = hand.find((each) => fits(each) && worth(pegged(pile, each)) === most);
      const [{ kind }] = pegged(pile, card);
      return HINTS[kind](count([...pile, card]));
    }
  });
}
