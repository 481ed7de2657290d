/** My own part of the decks that all tables of an event share: this page commits, and later reveals, automatically. */

import { takePart } from "../../game/fairness/take-part.js";
import { byId, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

/** The stages of the decks that may need a step. In the later two the page sees the mix of all parts. */
const STEPS = ["announced", "collecting", "delaying", "started"];

export class OwnPart {
  /** @param {object} frame  of an event, with shared decks or not */
  async update({ event, me }) {
    if (!event.step || !me?.entry || me.left) return;
    const { set, stage } = event.step;
    const due = `${stage} ${me.entry}`;
    if (this.seen === due || !STEPS.includes(stage)) return;
    this.seen = due;
    const came = await takePart(set);
    if (came === "failed") this.seen = null;
    if (stage !== "started") this.say(came);
  }

  say(came) {
    const texts = {
      waiting: gettext("Your part of the shuffle is locked in. Keep this page open: it reveals your part when the event starts."),
      revealed: gettext("Your part is in the shuffle."),
    };
    setText(byId("own-part"), texts[came] ?? "");
  }
}
