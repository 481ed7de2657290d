/** Copies a club's link. */

import { byId, setText } from "../ui/dom.js";
import { copyLink } from "../ui/link.js";

byId("club-copy").addEventListener("click", async () => {
  setText(byId("club-copied"), await copyLink(/** @type {HTMLInputElement} */ (byId("club-link"))));
});
