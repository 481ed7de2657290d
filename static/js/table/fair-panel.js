/** The table code, a tick for every checked deal, and the cross that cannot be missed. */

import { html, keyed, part, set, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { Alarm } from "./alarm.js";
import { ShowMe } from "./fair-dialog.js";

function tickSays({ deal, ok }) {
  if (deal === 0) return ok ? gettext("✓ cut checked") : gettext("✗ cut is wrong");
  return ok ? gettext("✓ deal {deal} checked", { deal }) : gettext("✗ deal {deal} is wrong", { deal });
}

/** A row of ticks: each lays its deal open. */
function drawTicks(list, checks, show) {
  keyed(
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
      set(item, "data-deal", check.deal);
      set(item, "data-ok", String(check.ok));
      write(item.querySelector("span"), tickSays(check));
    },
  );
}

export class FairPanel {
  /** @param {import("./fair-play.js").FairPlay} fairplay @param {string} game */
  constructor(fairplay, game) {
    this.fairplay = fairplay;
    this.checks = [];
    this.dialog = new ShowMe(fairplay);
    this.show = (deal) => this.dialog.open(this.checks, deal);
    this.alarm = new Alarm({ game, doubt: () => fairplay.doubt(), show: this.show });
    part("fair").addEventListener("click", () => this.show(this.checks.at(-1)?.deal ?? 0));
  }

  /** @param {{names: string[], you: number|null, bots: boolean[]}} who */
  draw(checks, who) {
    this.checks = checks;
    for (const id of ["ticks", "result-ticks"]) drawTicks(part(id), checks, this.show);
    this.alarm.draw(this.fairplay.doubt(), who);
    write(part("table-code"), this.fairplay.code() ?? "…");
    this.dialog.draw(checks, who);
  }
}
