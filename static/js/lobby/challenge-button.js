/** The button on another player's page that challenges them, and leads to the table where one waits for the answer. */

import { byId } from "../ui/dom.js";
import { ChallengeDialog } from "./challenge-dialog.js";
import { tableUrl } from "./urls.js";

const button = byId("challenge-button");
const dialog = new ChallengeDialog(({ game }) => location.assign(tableUrl(game)));
button.addEventListener("click", () => dialog.open(button.dataset.name));
