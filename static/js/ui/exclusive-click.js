/** Buttons that do one thing at a time. */

import { setAttr } from "./dom.js";

/** Makes a button do one thing at a time: it ignores clicks while its action runs, or once its row has gone. */
export function onExclusiveClick(button, act) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    setAttr(button, "aria-disabled", "true");
    try {
      await act();
    } finally {
      if (!button.closest(".gone")) setAttr(button, "aria-disabled", null);
    }
  });
  return button;
}
