/**
 * The fairness lab: shuffles side by side, and the deck that is lit in the trees; breaking, and what other apps add,
 * have scripts of their own.
 */

import { Comparison } from "./comparison.js";
import { withParams } from "./query.js";

/** The trees light up by the sheet alone; the address follows. */
function followTrees(form) {
  form.addEventListener("change", ({ target }) => {
    history.replaceState(
      history.state,
      "",
      `${location.pathname}${withParams(location.search, { deck: target.value })}#trees`,
    );
  });
}

new Comparison();
followTrees(document.querySelector(".trees"));
