/**
 * Shows messages in the tray, which overlaps a page's edge so that nothing moves. Messages are stored only in the DOM,
 * because the scripts of a page are separate bundles that all may show one.
 */

import { byId, html, setText } from "./dom.js";
import { onExclusiveClick } from "./exclusive-click.js";
import { gettext } from "./translate.js";

const MOST = 3;

/** @typedef {{says: string, label?: string, act?: () => void, href?: string}} Toast */

/** Lets a screen reader announce it, even if the last announcement was the same. */
export function announce(says) {
  const status = byId("tray-says");
  setText(status, "");
  setTimeout(() => setText(status, says), 50);
}

/** Shows a message until it is dismissed. The oldest makes room. @param {Toast} toast */
export function showToast({ says, label, act, href }) {
  const list = byId("tray").querySelector("[data-part=toasts]");
  const actions = html("div", { class: "actions" });
  const row = html("li", {}, html("p", { class: "words" }, says), actions);
  if (href) actions.append(html("a", { class: "button small", href }, label));
  if (act) {
    actions.append(
      onExclusiveClick(html("button", { class: "button small", type: "button" }, label), () => (row.remove(), act())),
    );
  }
  const close = html("button", { class: "button small plain", type: "button" }, gettext("Dismiss"));
  actions.append(onExclusiveClick(close, () => row.remove()));
  list.prepend(row);
  while (list.children.length > MOST) list.lastElementChild.remove();
  announce(says);
}
