/** Shows the chosen settings on their folded summary, and times in the reader's time zone. */

import { describeSettings } from "../../game/scene/offers.js";
import { gettext } from "../../ui/translate.js";
import { byId, setText } from "../../ui/dom.js";
import { showLocalTimes } from "../../ui/words/local-time.js";
import { localizeStart } from "../../ui/words/start-field.js";
import { inputOf, nextEvening } from "../../ui/words/start-input.js";

const form = byId("friend-form");

function draw() {
  const { target, clock, counting, best_of: bestOf, ahead } = Object.fromEntries(new FormData(form));
  const says = describeSettings(
    { target: Number(target), clock, counting, best_of: Number(bestOf), ahead: Number(ahead), by: gettext("you") },
  );
  setText(byId("friend-chosen"), says[0].toUpperCase() + says.slice(1));
}

form.addEventListener("change", draw);
addEventListener("pageshow", draw);
showLocalTimes(document);
const { starts } = form.elements;
if (starts) {
  localizeStart(form);
  if ("usual" in starts.dataset) {
    starts.value = inputOf(nextEvening(new Date()));
    starts.dispatchEvent(new Event("change"));
  }
}
