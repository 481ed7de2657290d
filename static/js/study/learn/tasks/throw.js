/** Six cards and a crib: choose two, and compare them with the best. */

import { sortCards } from "../../../ui/cards/card-values.js";
import { html, setAttr } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { Spread } from "../spread.js";
import { describeThrow, findLine, formatLine } from "../throw-texts.js";

const SHOWN = 3;
const ENOUGH = 3;

const HEADS = () => ({
  thrown: gettext("Discard"),
  hand: gettext("Hand"),
  crib: gettext("Crib"),
  pegging: gettext("Play"),
  points: gettext("Total"),
});

/** A table of the best discards and the learner's own, on average. */
function table({ dealer, lines }, mine) {
  const shown = [...new Set([...lines.slice(0, SHOWN), mine])];
  const heads = Object.values(HEADS()).map((says) => html("th", { scope: "col" }, says));
  const rows = shown.map((line) => {
    const { thrown, ...averages } = formatLine(line, dealer);
    const cells = Object.values(averages).map((figure) => html("td", {}, figure));
    const yours = line === mine ? [html("span", { class: "tag" }, gettext("yours"))] : [];
    return html(
      "tr",
      { class: line === mine ? "mine" : null },
      html("th", { scope: "row" }, `${thrown} `, ...yours),
      ...cells,
    );
  });
  return html(
    "table",
    { class: "averages" },
    html("caption", {}, gettext("Average points, from the discard lab")),
    html("thead", {}, html("tr", {}, ...heads)),
    html("tbody", {}, ...rows),
  );
}

/** @param {import("../task.js").Task} task @param {import("../throw-texts.js").Thrown[]} items */
export function throwTwo(task, items) {
  function play(item, solved) {
    const spread = new Spread({ cards: item.six, tap });
    const below = html("div", { class: "task-below" });
    const deed = task.button(gettext("Discard these two"), throwThem);
    let isOver = false;
    spread.choose([]);
    setAttr(deed, "disabled", true);
    task.setPrompt(
      item.dealer
        ? gettext("You deal: the crib is yours. Which two do you discard?")
        : gettext("Your rival deals: the crib is theirs. Which two do you discard?"),
    );
    task.setStage(spread.node, below);
    task.setButtons(deed);

    function tap(card) {
      if (isOver) return;
      spread.toggle(card, 2);
      setAttr(deed, "disabled", spread.chosen.length !== 2);
    }

    function throwThem() {
      isOver = true;
      const two = sortCards(spread.chosen);
      const { isBest, says } = describeThrow(item, two);
      if (isBest) task.praise(says);
      else task.wrong(says);
      spread.disable();
      spread.choose(two);
      below.replaceChildren(table(item, findLine(item.lines, two)));
      solved();
    }
  }
  task.runRounds(items, play, ENOUGH);
}
