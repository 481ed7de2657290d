/** The row over the hand: what is wanted, and the buttons that do it. */

import * as model from "../game/scene.js";
import { byId, setAttr, setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

/** @typedef {"held" | "sent" | "late" | null} Way  how far my move is: in its grace, sent, overdue; null: there is none */

const PRESSED = ["throw", "throw-now", "take-back", "go", "continue", "skip", "last-show"];

export class Actions {
  /**
   * @param {Object<string, () => void>} does  what each button does, by its id
   * @param {import("./announcer.js").Announcer} voice  says what is wanted
   */
  constructor(does, voice) {
    this.voice = voice;
    for (const id of PRESSED) byId(id).addEventListener("click", () => does[id]());
    byId("resign").addEventListener("click", () => byId("resign-dialog").showModal());
    byId("resign-dialog").addEventListener("close", (event) => {
      if (event.target.returnValue === "resign") does.resign();
      event.target.returnValue = "";
    });
  }

  /**
   * @param {{complaint: string, way: Way, isOpen: boolean, chosen: number, isWaitExplained: boolean,
   *   pace: {running: string|null, busy: boolean}}} now
   */
  draw(scene, who, now) {
    const { showing, watching } = scene;
    const { complaint, way, pace } = now;
    const isMyCrib = scene.dealer === scene.you;
    const name = who.names[1 - scene.you];
    const prompt = byId("prompt");
    const concernsMe = complaint || way === "held" || (!watching && !pace.busy && model.whoseTurn(scene) !== "them");
    const says = complaint || describePendingMove(scene, now, name) || describeWanted(scene, who, now);
    setText(prompt, says);
    this.voice.announceWanted(concernsMe ? says : "");
    prompt.classList.toggle("complaint", Boolean(complaint));
    byId("throw").hidden = !model.mayThrow(scene);
    setAttr(byId("throw"), "disabled", now.chosen !== 2);
    setText(byId("throw"), isMyCrib ? gettext("Throw to your crib") : gettext("Throw to {name}’s crib", { name }));
    byId("throw-now").hidden = byId("take-back").hidden = way !== "held";
    byId("go").hidden = !model.mayGo(scene);
    byId("continue").hidden = byId("skip").hidden = !showing || pace.running === "going";
    byId("last-show").hidden = !scene.show || Boolean(showing || scene.laid) || pace.busy || scene.phase === "over";
    byId("resign").hidden = watching || scene.phase === "over" || scene.phase === "setup";
  }

  /** Whether this is offered now. */
  isOffered(what) {
    const button = byId(what);
    return button !== null && !button.hidden && !button.disabled;
  }

  focus(what) {
    byId(what).focus({ preventScroll: true });
  }
}

/** What is said of a move of mine that does not stand yet; an answer that comes soon goes without saying. */
function describePendingMove(scene, { way, isOpen }, name) {
  if (way === "held") return scene.dealer === scene.you ? gettext("These two go to your crib.") : gettext("These two go to {name}’s crib.", { name });
  if (way === "late") return isOpen ? gettext("Your move is on its way…") : gettext("Your move goes out as soon as the line is back.");
  return "";
}

const describeWanted = (scene, who, { chosen, isWaitExplained }) =>
  isWaitExplained && model.whoseTurn(scene) === "them" ? "" : model.prompt(scene, who, chosen);
