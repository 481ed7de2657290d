/**
 * The name that others see. A guest's nickname is marked, so that it does not pass for an account. A bot that plays by
 * the API is marked, so that it does not pass for a person. Pure.
 */

import { gettext } from "../translate.js";

/** @param {{name: string, nickname?: string | null, program?: boolean}} player @returns {string} */
export function shownName({ name, nickname, program }) {
  if (nickname) return gettext("{name} (guest)", { name: nickname });
  return program ? gettext("{name} (bot)", { name }) : name;
}
