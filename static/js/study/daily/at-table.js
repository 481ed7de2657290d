/** At the table of a daily game: contributes this browser's part to tomorrow's decks while its player plays. */

import { takePart } from "../../game/fairness/take-part.js";

const { decks } = document.querySelector("[data-decks]").dataset;
await takePart(decks);
