/** An appointment: its time in the reader's time zone, its link, and the button to play once it is time. */

import { byId, setText } from "../../ui/dom.js";
import { copyLink } from "../../ui/copy/link.js";
import { showLocalTimes } from "../../ui/words/local-time.js";

const { opensIn } = byId("appointment").dataset;

showLocalTimes(document);
byId("copy")?.addEventListener("click", async () => setText(byId("room-note"), await copyLink(byId("link"))));
if (opensIn) setTimeout(() => location.reload(), Number(opensIn) + 1_000);
