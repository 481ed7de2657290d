/** What others call a player: a guest with a nickname is marked as one, so that nobody takes it for an account. Pure. */

import { gettext } from "./translate.js";

/** @param {{name: string, nickname?: string | null}} player @returns {string} */
export const shownName = ({ name, nickname }) => (nickname ? gettext("{name} (guest)", { name: nickname }) : name);
