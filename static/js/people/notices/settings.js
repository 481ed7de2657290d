/** The notification settings of this device. */

import { byId, setText } from "../../ui/dom.js";
import { onExclusiveClick } from "../../ui/exclusive-click.js";
import { isDenied, isOn, isPossible, turnOff, turnOn } from "../../ui/push-device.js";
import { gettext } from "../../ui/translate.js";

const section = byId("device");
const part = (name) => section.querySelector(`[data-part=${name}]`);

function show(on, says) {
  const state = on ? gettext("You get notifications on this device, even when no page is open.") : gettext("Off.");
  setText(part("says"), says ?? state);
  part("on").hidden = on || !isPossible() || isDenied();
  part("off").hidden = !on;
  section.hidden = false;
}

async function change(act) {
  const fault = await act();
  show(await isOn(), fault || undefined);
}

onExclusiveClick(part("on"), () => change(() => turnOn(section.dataset.key)));
onExclusiveClick(part("off"), () => change(turnOff));

if (!isPossible()) {
  show(
    false,
    gettext("This browser can’t show notifications. On an iPhone or iPad, add the site to your home screen first."),
  );
}
else if (isDenied()) show(
  false,
  gettext("This browser blocks notifications from this site. You can allow them in its settings."),
);
else isOn().then((on) => show(on));
