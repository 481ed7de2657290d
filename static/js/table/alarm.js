/** A deal that is not as promised: said so that nobody can miss it, for good, with what can be done about it. */

import { withCardSigns } from "../game/event-texts.js";
import { post } from "../ui/api.js";
import { byId, setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { buildEvidence, buildReport } from "./doubt-evidence.js";

export class Alarm {
  /** @param {{game: string, doubt: () => object|null, show: (deal: number) => void}} table */
  constructor(table) {
    Object.assign(this, table, { node: byId("alarm"), who: null });
    byId("alarm-show").addEventListener("click", () => this.show(this.doubt().deal));
    byId("alarm-report").addEventListener("click", () => this.report());
    byId("alarm-save").addEventListener("click", () => this.save());
  }

  draw(doubt, who) {
    this.who = who;
    this.node.hidden = !doubt;
    if (!doubt) return;
    setText(byId("alarm-says"), withCardSigns(doubt.deal ? gettext("Deal {deal}: {says}", doubt) : doubt.says));
    byId("alarm-report").hidden = who.you === null; // a host hears those who play
  }

  evidence() {
    return buildEvidence(this.doubt(), { game: this.game, who: this.who, from: location.origin, at: new Date() });
  }

  async report() {
    const button = byId("alarm-report");
    button.disabled = true;
    const { ok, body } = await post(`/api/games/${this.game}/doubts`, buildReport(this.evidence()));
    button.disabled = ok;
    setText(byId("alarm-note"), ok ? gettext("The host has it now. Save the evidence too: it proves this to anybody, without the host.") : body.says);
  }

  save() {
    const evidence = this.evidence();
    const file = URL.createObjectURL(new Blob([JSON.stringify(evidence, null, 2)], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: file, download: `every-other-${this.game}-deal-${evidence.deal}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
    setText(byId("alarm-note"), gettext("Saved: what the server showed, what this page saw, and what follows from it."));
  }
}
