/** The row under the board: what is wanted, and the buttons that do it. */

import { part, set, write } from "./dom.js";
import * as model from "./model.js";
import { whose } from "./say.js";


export class Actions {
  /**
   * @param {Object<string, () => void>} does  what each button does: throw, go, continue, skip, lastShow, resign
   */
  constructor(does) {
    for (const id of ["throw", "go", "continue", "skip"]) part(id).addEventListener("click", does[id]);
    part("last-show").addEventListener("click", does.lastShow);
    part("resign").addEventListener("click", () => part("resign-dialog").showModal());
    part("resign-dialog").addEventListener("close", (event) => {
      if (event.target.returnValue === "resign") does.resign();
      event.target.returnValue = "";
    });
  }

  /** @param {{complaint: string, pending: object|null, chosen: number, isWaitExplained: boolean, pace: {running: string|null, busy: boolean}}} now */
  draw(scene, who, { complaint, pending, chosen, isWaitExplained, pace }) {
    const { showing, watching } = scene;
    const prompt = part("prompt");
    const goesWithoutSaying = pending || (isWaitExplained && model.turnOf(scene) === "them");
    write(prompt, complaint || (goesWithoutSaying ? "" : model.prompt(scene, who, chosen)));
    set(prompt, "aria-live", complaint || (!watching && model.turnOf(scene) !== "them") ? "polite" : "off");
    prompt.classList.toggle("complaint", Boolean(complaint));
    part("throw").hidden = !model.mayThrow(scene) || Boolean(pending);
    set(part("throw"), "disabled", chosen !== 2);
    write(part("throw"), watching ? "" : `Throw to ${whose(scene.dealer ?? scene.you, who)} crib`);
    part("go").hidden = !model.mayGo(scene) || Boolean(pending);
    part("continue").hidden = part("skip").hidden = !showing || pace.running === "going";
    part("last-show").hidden = !scene.show || Boolean(showing || scene.laid) || pace.busy || scene.phase === "over";
    part("resign").hidden = watching || scene.phase === "over" || scene.phase === "setup";
  }

  /** Whether this is offered now. */
  offers(what) {
    const button = part(what);
    return button !== null && !button.hidden && !button.disabled;
  }

  focus(what) {
    part(what).focus({ preventScroll: true });
  }
}
