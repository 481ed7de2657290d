/** A club's page: its events in the reader's time zone, and a button that copies its link. */

import { byId, setText } from "../ui/dom.js";
import { copyLink } from "../ui/copy/link.js";
import { showLocalTimes } from "../ui/words/local-time.js";

showLocalTimes(document);
byId("club-copy")?.addEventListener("click", async () => {
  setText(byId("club-copied"), await copyLink(/** @type {HTMLInputElement} */ (byId("club-link"))));
});
