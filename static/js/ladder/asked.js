/** What somebody asks the calculator for, as ranking/asked.py reads it. Pure. */

import { BOTS } from "./exchange.js";

const MOST = 9999;
const FIGURES = /^[0-9]{1,4}$/;

/** @template T @typedef {{value: T, fault: ""} | {value: null, fault: string}} Read */

/** @param {string} text @returns {Read<number>} */
export function points(text) {
  return FIGURES.test(text.trim())
    ? { value: Number(text), fault: "" }
    : { value: null, fault: `Points are a whole number from 0 to ${MOST}, such as 1700.` };
}

/** The other side: a bot by its name, or points. @param {string} text @returns {Read<number | keyof BOTS>} */
export function opponent(text) {
  const name = text.trim().toLowerCase();
  if (Object.hasOwn(BOTS, name)) return { value: name, fault: "" };
  const read = points(text);
  if (!read.fault) return read;
  const names = Object.keys(BOTS);
  const bots = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
  return { value: null, fault: `An opponent is points from 0 to ${MOST}, or a bot: ${bots}.` };
}
