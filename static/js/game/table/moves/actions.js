/** The row over the hand: what is wanted, and the buttons that do it. */

import { mayGo, mayThrow, prompt, whoseTurn } from "../../scene/scene.js";
import { setAttr, setText, within } from "../../../ui/dom.js";
import { gettext, ngettext } from "../../../ui/translate.js";
import { mayAskHint } from "./hint.js";

/**
 * @typedef {"held" | "sent" | "late" | null} MoveState  how far my move is: in its grace, sent, overdue; null: there
 *   is none
 */

export class Actions {
  /**
   * @param {HTMLElement} root @param {{lastShow: HTMLButtonElement, resign: HTMLButtonElement}} head  in the
   *   page's head
   * @param {{actions: Record<string, () => void>, openResign: () => void,
   *   announcer: import("../announcer.js").Announcer}} table  `actions`: what each button does, by its id
   */
  constructor(root, head, { actions, openResign, announcer }) {
    this.announcer = announcer;
    this.prompt = within(root)("prompt");
    const buttons = [...root.querySelectorAll(":scope > button"), head.lastShow];
    for (const button of buttons) button.addEventListener("click", () => actions[button.id]());
    head.resign.addEventListener("click", openResign);
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = Object.fromEntries([...buttons, head.resign].map((button) => [button.id, button]));
  }

  /** @param {import("../store.js").Now} now @param {{isWaitExplained: boolean}} beside  whether the wait for them is */
  draw(now, { isWaitExplained }) {
    const { ahead: scene, who, complaint, moveState, missed, busy, isOpen, chosen } = now;
    const { showing, watching } = scene;
    const name = who.names[1 - scene.you];
    const concernsMe = complaint || missed || moveState === "held" ||
      (!watching && !busy && whoseTurn(scene) !== "them");
    const says = complaint || describePendingMove(scene, { moveState, isOpen }, name) || describeMissed(missed) ||
      describeWanted(scene, who, { chosen: chosen.length, isWaitExplained });
    setText(this.prompt, says);
    this.prompt.classList.toggle("complaint", Boolean(complaint));
    this.announcer.announceWanted(concernsMe ? says : "");
    this.drawThrow(scene, name, chosen);
    this.show({
      throw: mayThrow(scene),
      "throw-now": moveState === "held",
      "take-back": moveState === "held",
      go: mayGo(scene),
      hint: mayAskHint(now),
      continue: showing,
      skip: showing || missed,
      "last-show": scene.show && !showing && !scene.laid && !busy && scene.phase !== "over",
      resign: !watching && scene.phase !== "over" && scene.phase !== "setup",
    });
  }

  drawThrow(scene, name, chosen) {
    const button = this.buttons.throw;
    setAttr(button, "disabled", chosen.length !== 2);
    setText(
      button,
      scene.dealer === scene.you ? gettext("Throw to your crib") : gettext("Throw to {name}’s crib", { name }),
    );
  }

  /** @param {Record<string, unknown>} offered which buttons are, by id; against a person there is no hint */
  show(offered) {
    for (const [id, button] of Object.entries(this.buttons)) button.hidden = !offered[id];
  }

  /** Whether this is offered now. */
  isOffered(what) {
    const button = this.buttons[what];
    return Boolean(button) && !button.hidden && !button.disabled;
  }

  /** Lets a bar on "Continue" shrink until the game goes on by itself. @param {number} after in milliseconds */
  countDown(after) {
    const button = this.buttons.continue;
    button.dataset.goesOn = "";
    this.bar = button.animate(
      [{ scale: "1 1" }, { scale: "0 1" }],
      { duration: after, fill: "both", pseudoElement: "::after" },
    );
  }

  stopCountDown() {
    this.bar?.cancel();
    delete this.buttons.continue.dataset.goesOn;
  }

  focus(what) {
    this.buttons[what].focus({ preventScroll: true });
  }
}

/** What is said of a move of mine that does not stand yet; an answer that comes soon goes without saying. */
function describePendingMove(scene, { moveState, isOpen }, name) {
  if (moveState === "held") {
    return scene.dealer === scene.you
      ? gettext("These two go to your crib.")
      : gettext("These two go to {name}’s crib.", { name });
  }
  if (moveState === "late") {
    return isOpen ? gettext("Sending your move…") : gettext("You're offline. Your move will be sent when you're back.");
  }
  return "";
}

const describeMissed = (moves) => (
  moves ? ngettext("Since you were away: {n} move.", "Since you were away: {n} moves.", moves) : ""
);

const describeWanted = (scene, who, { chosen, isWaitExplained }) =>
  isWaitExplained && whoseTurn(scene) === "them" ? "" : prompt(scene, who, chosen);
