/** Permanently warns that a deal is not as promised, with the player's options. */

import { withCardSigns } from "../../scene/event-texts.js";
import { post } from "../../../ui/api.js";
import { setText, within } from "../../../ui/dom.js";
import { saveFile } from "../../../ui/save-file.js";
import { gettext } from "../../../ui/translate.js";
import { buildCase, buildEvidence, buildReport } from "./doubt-evidence.js";

export class Alarm {
  /** @param {HTMLElement} root @param {{game: string, showDeal: (deal: number) => void}} table */
  constructor(root, { game, showDeal }) {
    const part = within(root);
    Object.assign(this, { root, part, game, now: null });
    part("alarm-show").addEventListener("click", () => showDeal(this.now.fair.doubt.deal));
    part("alarm-report").addEventListener("click", () => this.report());
    part("alarm-save").addEventListener("click", () => this.save());
    part("alarm-receipts").addEventListener("click", () => this.saveReceipts());
  }

  /** @param {import("../store.js").Now} now */
  draw({ fair, who }) {
    const doubt = fair?.doubt ?? null;
    this.now = { fair, who };
    this.root.hidden = !doubt;
    if (!doubt) return;
    setText(
      this.part("alarm-says"),
      withCardSigns(doubt.faults && doubt.deal ? gettext("Deal {deal}: {says}", doubt) : doubt.says),
    );
    this.part("alarm-receipts").hidden = !fair.kept.receipts.length;
    // Only players can send reports, and only where the site takes them.
    this.part("alarm-report").hidden = who.you === null || "takesNoReports" in this.root.dataset;
  }

  evidence() {
    const { fair, who } = this.now;
    return buildEvidence(fair.doubt, { game: this.game, who, from: location.origin, at: new Date() });
  }

  async report() {
    const button = this.part("alarm-report");
    button.disabled = true;
    const { ok, body } = await post(`/api/games/${this.game}/doubts`, buildReport(this.evidence()));
    button.disabled = ok;
    const kept = this.now.fair.kept.receipts.length
      ? gettext(
        "Sent to the host. Save the receipts too: the server signed them, so they prove the values it showed you.",
      )
      : gettext("Sent to the host. Save the evidence too: anyone can check it, though the server did not sign it.");
    this.showNote(ok ? kept : body.says);
  }

  save() {
    const evidence = this.evidence();
    saveFile(`every-other-${this.game}-deal-${evidence.deal}.json`, evidence);
    this.showNote(gettext("Saved: the values from the server, the cards this page saw, and the faults it found."));
  }

  saveReceipts() {
    const { kept, doubt } = this.now.fair;
    saveFile(`case-${this.game}.json`, buildCase(kept, doubt.says));
    this.showNote(
      gettext("Saved: all receipts that the server signed. Check them at /fairness/verify, or with verify.py --receipts."),
    );
  }

  showNote(says) {
    setText(this.part("alarm-note"), says);
  }
}
