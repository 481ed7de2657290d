/** A hand played out against a simple rival, with every score announced. You are seat 0. */

import { cardName } from "../../../ui/cards/card-names.js";
import { cardBack } from "../../../ui/cards/card-svg.js";
import { html } from "../../../ui/dom.js";
import { prefersReducedMotion } from "../../../ui/motion.js";
import { gettext } from "../../../ui/translate.js";
import { LessonBoard } from "../lesson-board.js";
import { chooseCard } from "../opponent.js";
import { declareGo, playableCards, playCard, startPlay } from "../play-rules.js";
import { describeEvent } from "../play-texts.js";
import { Spread } from "../spread.js";
import { buildPile } from "./pegging.js";

const RIVAL = 1;
const THINKS = 900;

/** You are pone in every other deal. @param {number} n @param {{pone: string[], dealer: string[]}} deal */
export const seatHands = (n, { pone, dealer }) => (
  n % 2 ? { hands: [dealer, pone], pone: 1 } : { hands: [pone, dealer], pone: 0 }
);

/** @param {import("../task.js").Task} task @param {{pone: string[], dealer: string[]}[]} deals */
export function playOut(task, deals) {
  const items = deals.map((deal, n) => seatHands(n, deal));

  function deal({ hands, pone }, solved) {
    let play = startPlay(hands, pone);
    const pegs = new LessonBoard();
    const log = html("div", { class: "play-log", role: "log", "aria-label": gettext("Moves so far"), tabindex: 0 });
    const theirs = html("div", { class: "play-theirs" });
    const table = html("div");
    const mine = html("div", { class: "play-hand" });
    task.setPrompt(pone === 0 ? gettext("You’re pone: lead a card.") : gettext("You dealt: Rival leads."));
    task.setStage(html("div", { class: "task-board" }, pegs.node), theirs, table, mine, log);
    draw();
    if (play.turn === RIVAL) answer();

    /** Describes what happened, and lets the player at turn continue. */
    function after(done) {
      const were = play.pile;
      play = done.play;
      let count = 0;
      for (const event of done.events) {
        if (event.e === "played") ({ count } = event);
        if (event.e === "pegged") pegs.peg(event.seat, event.parts.reduce((sum, { points }) => sum + points, 0));
        tell(describeEvent(event, count));
      }
      task.note("");
      draw(play.pile.length ? play.pile : lastOf(done.events, were), !play.pile.length);
      if (play.turn === null) finish();
      else if (play.turn === RIVAL) answer();
      else if (!playableCards(play.hands[0], play.count).length) sayGo();
    }

    function tell(line) {
      log.append(html("p", {}, line));
      log.scrollTop = log.scrollHeight;
    }

    function answer() {
      const card = chooseCard(play);
      const act = () => after(card ? playCard(play, card) : declareGo(play));
      if (prefersReducedMotion()) act();
      else setTimeout(act, THINKS);
    }

    function sayGo() {
      task.note(gettext("You can’t play: say go."));
      const button = task.button(gettext("Go"), () => {
        task.setButtons();
        after(declareGo(play));
        focusHand();
      });
      task.setButtons(button);
      button.focus({ preventScroll: true });
    }

    function tap(card) {
      if (play.turn !== 0) return;
      if (!playableCards([card], play.count).length) {
        task.wrong(gettext("The {card} would take the count past thirty-one.", { card: cardName(card) }));
        return;
      }
      after(playCard(play, card));
      focusHand();
    }

    /** The played card is gone, and the focus with it. */
    function focusHand() {
      if (document.activeElement !== document.body) return;
      (mine.querySelector("button") ?? task.prompt).focus({ preventScroll: true });
    }

    function draw(pile = play.pile, isOver = false) {
      if (play.turn === 0) {
        task.setPrompt(
          play.count ? gettext("The count is {count}. Play a card.", play) : gettext("You lead: play a card."),
        );
      }
      else if (play.turn === RIVAL) task.setPrompt(gettext("Rival is thinking…"));
      theirs.replaceChildren(
        html("span", { class: "label" }, gettext("Rival holds {n}", { n: play.hands[RIVAL].length })),
        ...play.hands[RIVAL].map(cardBack),
      );
      table.replaceChildren(buildPile(pile));
      table.classList.toggle("over", isOver);
      mine.replaceChildren(new Spread({ cards: play.hands[0], tap }).node);
    }

    function finish() {
      const [yours, rivals] = pegs.scores;
      task.setPrompt(gettext("All cards are played: you pegged {yours}, Rival {rivals}.", { yours, rivals }));
      solved();
    }
  }
  task.runRounds(items, deal, 1);
}

/** The cards of a finished count stay on the table until the next card. */
function lastOf(events, pile) {
  const played = events.find(({ e }) => e === "played");
  return played ? [...pile, played.card] : pile;
}
