/** The fairness lab: shuffles side by side, and the deck that is lit in the trees; breaking and razz have scripts of their own. */

import { Beside } from "./comparison.js";
import { address } from "./query.js";

/** The trees light up by the sheet alone; the address follows. */
function followTrees(form) {
  form.addEventListener("change", ({ target }) => {
    history.replaceState(history.state, "", `${location.pathname}${address(location.search, { deck: target.value })}#trees`);
  });
}

new Beside();
followTrees(document.querySelector(".trees"));
