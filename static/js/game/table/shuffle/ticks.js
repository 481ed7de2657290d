/** A tick for every checked deal, which opens how that deal was made. */

import { html, setAttr, setText, syncChildren } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";

const MARKS = {
  true: (deal) => (deal === 0 ? gettext("✓ cut checked") : gettext("✓ deal {deal} checked", { deal })),
  false: (deal) => (deal === 0 ? gettext("✗ cut is wrong") : gettext("✗ deal {deal} is wrong", { deal })),
  unvouched: (deal) => (deal === 0 ? gettext("○ cut: values only") : gettext("○ deal {deal}: values only", { deal })),
};

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
        html(
          "button",
          { type: "button", class: "tick", onclick: () => showDeal(deal) },
          html("span", {}),
          html("span", { class: "tick-more" }, gettext("show me")),
        ),
      ),
    (item, check) => {
      setAttr(item, "data-deal", check.deal);
      setAttr(item, "data-mark", check.mark);
      setText(item.querySelector("span"), MARKS[check.mark](check.deal));
    },
  );
}
