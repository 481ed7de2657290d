/** The show of a deal: pone's hand, the dealer's, the crib, counted in this order and pegged. */

import { html } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { LessonBoard } from "../lesson-board.js";
import { askForCount } from "./hands.js";
import { seatHands } from "./play.js";

const ASKS = [
  [
    () => gettext("Your hand is first, because you’re pone. How many points?"),
    () => gettext("Rival’s hand is first, because Rival is pone. How many points?"),
  ],
  [
    () => gettext("Now your hand, as you dealt. How many points?"),
    () => gettext("Now Rival’s hand, as Rival dealt. How many points?"),
  ],
  [() => gettext("And your crib. How many points?"), () => gettext("And Rival’s crib. How many points?")],
];

/**
 * @param {import("../task.js").Task} task @param {{pone: string[], dealer: string[], crib: string[], starter:
 *   string}[]} deals
 * @param {number} played number of deals that were played out
 */
export function show(task, deals, played) {
  const last = Math.max(played - 1, 0) % deals.length;
  const deal = deals[last];
  const { pone } = seatHands(last, deal);
  const seats = [pone, 1 - pone, 1 - pone];
  const hands = [deal.pone, deal.dealer, deal.crib].map(
    (cards, n) => ({ cards, starter: deal.starter, crib: n === 2 }),
  );
  let pegs;

  function begin() {
    pegs = new LessonBoard();
    return lay(0);
  }

  function lay(n) {
    const seat = seats[n];
    task.setPrompt(ASKS[n][seat]());
    task.note("");
    task.setButtons();
    return askForCount(
      task,
      hands[n],
      (_claim, total) => {
        pegs.peg(seat, total);
        if (n < 2) {
          task.offerNext(n ? gettext("Now the crib") : gettext("Now the dealer’s hand"), () => lay(n + 1).focus());
        }
        else finish();
      },
      [html("div", { class: "task-board" }, pegs.node)],
    );
  }

  function finish() {
    const [yours, rivals] = pegs.scores;
    task.setPrompt(
      gettext("The show brought you {yours}, Rival {rivals}. Now the other player deals.", { yours, rivals }),
    );
    task.offerNext(gettext("Try again"), () => begin().focus());
    task.progress.done();
  }

  begin();
}
