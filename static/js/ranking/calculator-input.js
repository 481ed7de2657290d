/** Parses the calculator's fields as ranking/rules/parsing.py does. Pure. */

import { BOTS } from "./exchange.js";
import { formatList, gettext } from "../ui/translate.js";

const MOST = 9999;
const FIGURES = /^[0-9]{1,4}$/;

/** @template T @typedef {{value: T, fault: ""} | {value: null, fault: string}} Parsed */

/** @param {string} text @returns {Parsed<number>} */
export function parsePoints(text) {
  return FIGURES.test(text.trim())
    ? { value: Number(text), fault: "" }
    : { value: null, fault: gettext("Enter points as a whole number from 0 to {most}, such as 1700.", { most: MOST }) };
}

/** The other side: a bot by its name, or points. @param {string} text @returns {Parsed<number | keyof BOTS>} */
export function parseOpponent(text) {
  const name = text.trim().toLowerCase();
  if (Object.hasOwn(BOTS, name)) return { value: name, fault: "" };
  const read = parsePoints(text);
  if (!read.fault) return read;
  const bots = formatList(Object.keys(BOTS), "disjunction");
  return { value: null, fault: gettext("Enter points from 0 to {most}, or a bot: {bots}.", { most: MOST, bots }) };
}
