/** Says on the folded settings what was chosen in them. */

import { describeSettings } from "../game/offers.js";
import { byId, setText } from "../ui/dom.js";

const form = byId("friend-form");

function draw() {
  const { target, clock, counting, best_of: bestOf } = Object.fromEntries(new FormData(form));
  const says = describeSettings({ target: Number(target), clock, counting, best_of: Number(bestOf) });
  setText(byId("friend-chosen"), says[0].toUpperCase() + says.slice(1));
}

form.addEventListener("change", draw);
addEventListener("pageshow", draw);
