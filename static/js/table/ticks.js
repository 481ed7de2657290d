/** A tick for every checked deal, which opens how that deal was made. */

import { html, setAttr, setText, syncChildren } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

function describeCheck({ deal, ok }) {
  if (deal === 0) return ok ? gettext("✓ cut checked") : gettext("✗ cut is wrong");
  return ok ? gettext("✓ deal {deal} checked", { deal }) : gettext("✗ deal {deal} is wrong", { deal });
}

/** @param {HTMLElement} list @param {object[]} checks @param {(deal: number) => void} showDeal */
export function drawTicks(list, checks, showDeal) {
  syncChildren(
    list,
    checks,
    (check) => check.deal,
    ({ deal }) =>
      html(
        "li",
        { class: "deal-check" },
        html("button", { type: "button", class: "tick", onclick: () => showDeal(deal) }, html("span", {}), html("span", { class: "tick-more" }, gettext("show me"))),
      ),
    (item, check) => {
      setAttr(item, "data-deal", check.deal);
      setAttr(item, "data-ok", String(check.ok));
      setText(item.querySelector("span"), describeCheck(check));
    },
  );
}
