/** The table code, a tick for every checked deal, and the cross that cannot be missed. */

import { byId, html, setAttr, setText, syncChildren } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { Alarm } from "./alarm.js";
import { FairDialog } from "./fair-dialog.js";

function describeCheck({ deal, ok }) {
  if (deal === 0) return ok ? gettext("✓ cut checked") : gettext("✗ cut is wrong");
  return ok ? gettext("✓ deal {deal} checked", { deal }) : gettext("✗ deal {deal} is wrong", { deal });
}

/** A row of ticks: each lays its deal open. */
function drawTicks(list, checks, show) {
  syncChildren(
    list,
    checks,
    (check) => check.deal,
    ({ deal }) =>
      html(
        "li",
        { class: "deal-check" },
        html("button", { type: "button", class: "tick", onclick: () => show(deal) }, html("span", {}), html("span", { class: "tick-more" }, gettext("show me"))),
      ),
    (item, check) => {
      setAttr(item, "data-deal", check.deal);
      setAttr(item, "data-ok", String(check.ok));
      setText(item.querySelector("span"), describeCheck(check));
    },
  );
}

export class FairPanel {
  /** @param {import("./fair-play.js").FairPlay} fairplay @param {string} game */
  constructor(fairplay, game) {
    this.fairplay = fairplay;
    this.checks = [];
    this.dialog = new FairDialog(fairplay);
    this.show = (deal) => this.dialog.open(this.checks, deal);
    this.alarm = new Alarm({ game, doubt: () => fairplay.firstDoubt(), show: this.show });
    byId("fair").addEventListener("click", () => this.show(this.checks.at(-1)?.deal ?? 0));
  }

  /** @param {{names: string[], you: number|null, bots: boolean[]}} who */
  draw(checks, who) {
    this.checks = checks;
    for (const id of ["ticks", "result-ticks"]) drawTicks(byId(id), checks, this.show);
    this.alarm.draw(this.fairplay.firstDoubt(), who);
    setText(byId("table-code"), this.fairplay.tableCode() ?? "…");
    this.dialog.draw(checks, who);
  }
}
