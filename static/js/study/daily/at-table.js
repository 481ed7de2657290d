/** At the table of a daily game: gives this browser's part of tomorrow's decks while its player plays. */

import { takePart } from "../../game/fairness/take-part.js";

const { decks } = document.querySelector("[data-decks]").dataset;
await takePart(decks);
