/** The page of the player's own challenge: copies its link, or shares it with the device's share menu. */

import { byId, setText } from "../ui/dom.js";
import { copyLink, shareLink } from "../ui/copy/link.js";

const field = /** @type {HTMLInputElement} */ (byId("link"));

byId("share").hidden = !navigator.share;
byId("copy").classList.toggle("quiet", Boolean(navigator.share)); // the primary button is filled
byId("share").addEventListener("click", () => shareLink(field.value));
byId("copy").addEventListener("click", async () => setText(byId("link-note"), await copyLink(field)));
