/**
 * The fairness lab: shuffles side by side, and the highlighted deck in the trees. Breaking, and the parts of other
 * apps, have scripts of their own.
 */

import { Comparison } from "./comparison.js";
import { withParams } from "./query.js";

/** The stylesheet highlights the trees; this updates the URL. */
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
