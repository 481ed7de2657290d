/** What every page does, whatever else it does. */

import "./menu.js";
import "./register-service-worker.js";

// A visitor becomes a player while their page is open: from then on there may be something to tell them.
document.addEventListener("became-player", () => import(document.getElementById("bell").dataset.script), { once: true });
