/** A tick for every checked deal, which opens the explanation of that deal. */

import { html, setAttr, setText, syncChildren } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { SENTENCES, SIGNS } from "../../fairness/signs.js";

/** @param {{deal: number, isNamed?: boolean}} check */
export function nameDeal({ deal, isNamed }) {
  if (deal > 0) return gettext("Deal {deal}", { deal });
  return isNamed ? gettext("The first dealer") : gettext("The cut for deal");
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
      setAttr(item.firstElementChild, "title", SENTENCES[check.mark]);
      setText(item.querySelector("span"), `${SIGNS[check.mark]} ${nameDeal(check)}`);
    },
  );
}
