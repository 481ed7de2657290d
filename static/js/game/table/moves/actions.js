/** The row over the hand: the next action, and its buttons. */

import { mayGo, mayThrow, prompt, whoseTurn } from "../../scene/scene.js";
import { setAttr, setText, within } from "../../../ui/dom.js";
import { gettext, ngettext } from "../../../ui/translate.js";
import { mayAskHint } from "./hint.js";

/**
 * @typedef {"held" | "sent" | "late" | null} MoveState  the state of my move: in its grace period, sent, overdue; or
 *   null without a move
 */

export class Actions {
  /**
   * @param {HTMLElement} root @param {{lastShow: HTMLButtonElement, resign: HTMLButtonElement}} head  in the
   *   page's header
   * @param {{actions: Record<string, () => void>, openResign: () => void,
   *   announcer: import("../announcer.js").Announcer}} table  `actions`: the action of each button, by its id
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

  /**
   * @param {import("../store.js").Now} now @param {{isWaitExplained: boolean}} beside  whether the wait for the
   *   opponent is explained elsewhere
   */
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
      scene.dealer === scene.you ? gettext("Discard to your crib") : gettext("Discard to {name}’s crib", { name }),
    );
  }

  /** @param {Record<string, unknown>} offered which buttons are offered, by id; there is no hint against a person */
  show(offered) {
    for (const [id, button] of Object.entries(this.buttons)) button.hidden = !offered[id];
  }

  /** Whether this is offered now. */
  isOffered(what) {
    const button = this.buttons[what];
    return Boolean(button) && !button.hidden && !button.disabled;
  }

  /** Shows a ring on a button until it is pressed by itself. @param {number} after in milliseconds */
  countDown(what, after) {
    const button = this.buttons[what];
    this.stopCountDown();
    button.style.setProperty("--goes-on", `${after}ms`);
    button.dataset.goesOn = "";
    this.goesOn = button;
  }

  stopCountDown() {
    delete this.goesOn?.dataset.goesOn;
  }

  focus(what) {
    this.buttons[what].focus({ preventScroll: true });
  }
}

/** Describes my unconfirmed move. A quick answer needs no text. */
function describePendingMove(scene, { moveState, isOpen }, name) {
  if (moveState === "held") {
    return scene.dealer === scene.you
      ? gettext("These two go to your crib.")
      : gettext("These two go to {name}’s crib.", { name });
  }
  if (moveState === "late") {
    return isOpen ? gettext("Sending your move…") : gettext("You’re offline. Your move is sent when you’re back.");
  }
  return "";
}

const describeMissed = (moves) => (
  moves ? ngettext("Since you were away: {n} move.", "Since you were away: {n} moves.", moves) : ""
);

const describeWanted = (scene, who, { chosen, isWaitExplained }) =>
  isWaitExplained && whoseTurn(scene) === "them" ? "" : prompt(scene, who, chosen);
