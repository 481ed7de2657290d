/** The buttons on a page that challenge a player, and open the table that waits for the answer. */

import { ChallengeDialog } from "./challenge-dialog.js";
import { openPage } from "../../ui/open-page.js";
import { tableUrl } from "./urls.js";

const dialog = new ChallengeDialog(({ game }) => openPage(tableUrl(game)));
document.addEventListener("click", ({ target }) => {
  const button = /** @type {Element} */ (target).closest("[data-challenge]");
  if (button) dialog.open(button.dataset.challenge);
});
