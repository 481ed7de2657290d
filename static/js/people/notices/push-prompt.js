/**
 * Offers push notifications on this device, once: after an action with a wait, such as a move in a game with a day per
 * move, or joining an event. The browser's own prompt only follows a Yes.
 */

import { post } from "../../ui/api.js";
import { byId, html } from "../../ui/dom.js";
import { onExclusiveClick } from "../../ui/exclusive-click.js";
import { isDenied, isOn, isPossible, turnOn } from "../../ui/push-device.js";
import { announce, showToast } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";

const ANSWERED = "every-other.push.answered";

function wasAnswered() {
  try {
    return localStorage.getItem(ANSWERED) !== null;
  } catch {
    return true; // without storage it would be offered after every move
  }
}

const remember = () => localStorage.setItem(ANSWERED, "1");

async function mayAsk() {
  if (!isPossible() || isDenied() || wasAnswered() || (await isOn())) return "";
  const { ok, body } = await post("/api/me/push/check");
  return ok && !body.on && !wasAnswered() ? body.key : ""; // two moves may ask at once, and one was answered meanwhile
}

function ask(key) {
  const says = gettext("Do you want a notification on this device when it’s your turn?");
  const row = html("li", { class: "push-prompt" }, html("p", { class: "words" }, says));
  const button = (words, look, act) => {
    const node = html("button", { class: `button small ${look}`, type: "button" }, words);
    return onExclusiveClick(node, async () => {
      remember();
      await act();
      row.remove();
    });
  };
  const yes = button(gettext("Yes"), "", async () => {
    const fault = await turnOn(key);
    showToast({ says: fault || gettext("Done. You can change this in your settings.") });
  });
  row.append(html("div", { class: "actions" }, yes, button(gettext("Not now"), "plain", () => {})));
  byId("tray").querySelector("[data-part=toasts]").prepend(row);
  announce(says);
}

/** Other scripts of a page report an action with a wait by an event of the document (`live.js`). */
export async function offer() {
  const key = await mayAsk();
  if (key && !document.querySelector(".push-prompt")) ask(key);
}
