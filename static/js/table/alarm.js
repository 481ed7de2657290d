/** A deal that is not as promised: said so that nobody can miss it, for good, with what can be done about it. */

import { withSigns } from "../game/event-texts.js";
import { post } from "../ui/api.js";
import { part, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { evidenceOf, reported } from "./doubt-evidence.js";

export class Alarm {
  /** @param {{game: string, doubt: () => object|null, show: (deal: number) => void}} table */
  constructor(table) {
    Object.assign(this, table, { node: part("alarm"), who: null });
    part("alarm-show").addEventListener("click", () => this.show(this.doubt().deal));
    part("alarm-report").addEventListener("click", () => this.report());
    part("alarm-save").addEventListener("click", () => this.save());
  }

  draw(doubt, who) {
    this.who = who;
    this.node.hidden = !doubt;
    if (!doubt) return;
    write(part("alarm-says"), withSigns(doubt.deal ? gettext("Deal {deal}: {says}", doubt) : doubt.says));
    part("alarm-report").hidden = who.you === null; // a host hears those who play
  }

  evidence() {
    return evidenceOf(this.doubt(), { game: this.game, who: this.who, from: location.origin, at: new Date() });
  }

  async report() {
    const button = part("alarm-report");
    button.disabled = true;
    const { ok, body } = await post(`/api/games/${this.game}/doubts`, reported(this.evidence()));
    button.disabled = ok;
    write(part("alarm-note"), ok ? gettext("The host has it now. Save the evidence too: it proves this to anybody, without the host.") : body.says);
  }

  save() {
    const evidence = this.evidence();
    const file = URL.createObjectURL(new Blob([JSON.stringify(evidence, null, 2)], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: file, download: `every-other-${this.game}-deal-${evidence.deal}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
    write(part("alarm-note"), gettext("Saved: what the server showed, what this page saw, and what follows from it."));
  }
}
