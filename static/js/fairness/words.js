/** What pictures show, in words. Pure. */

import { markerName } from "./asked.js";
import { ALPHA } from "./marker.js";
import { figure } from "./frame.js";
import { outside } from "./smile.js";

/** A p-value as one reads it: 0.37, 0.004, "less than 0.0001". */
export function chance(p) {
  if (p < 0.0001) return "less than 0.0001";
  return p.toFixed(p < 0.01 ? 4 : 2);
}

/** How often in a hundred; never a certainty that is none. */
export function inAHundred(share) {
  if (share > 0.995) return "more than 99";
  return share < 0.005 ? "less than 1" : String(Math.round(100 * share));
}

/** What a p-value means, to somebody who never met one. */
export function surprise(p) {
  if (p >= 0.05) return `Even shuffles look at least this uneven ${inAHundred(p)} times in 100: nothing here to wonder at.`;
  if (p >= 0.001) return `Even shuffles look this uneven ${p >= 0.01 ? `${inAHundred(p)} times in 100` : `${Math.round(1000 * p)} times in 1,000`}. Among all the pictures one can look at here, some will be that odd by chance.`;
  return "That is very rare for an even shuffle. Look whether it stays so over other decks; then tell the host.";
}

/** @param {import("./marker.js").Verdict} found @param {import("./marker.js").Marker} marker */
export function markerSays({ decks, chi2, p, power, isEnough }, marker) {
  if (!isEnough) return `${figure(decks)} decks are too few to test: at least 260 are needed, five a place.`;
  const strength = power < 2 * ALPHA
    ? `As evidence it is next to nothing: this marker looks even under a naive swap as well.`
    : `How strong is that? Had the decks been shuffled by a naive swap, this picture alone would have shown it (p below ${ALPHA}) in ${inAHundred(power)} of 100 tries.`;
  return `χ² is ${chi2.toFixed(1)} with 51 degrees of freedom, p = ${chance(p)}. ${surprise(p)} ${strength}`;
}

/** The scatter for those who do not see it. */
export function markerShown(values, { kind, of }, from) {
  const mean = values.length ? Array.from(values).reduce((sum, value) => sum + value, 0) / values.length : 0;
  const what = kind === "card" ? `The place of the ${markerName({ kind, of }).slice(4)}` : `The card in place ${of}, by its number,`;
  return `${what} in each of ${figure(values.length)} decks, from deck ${figure(from + 1)} on: dots all over from 0 to 51, ${mean.toFixed(1)} on average where 25.5 is expected.`;
}

/** How the places stand to their bands. @param {import("./smile.js").Row[]} rows @param {number} last */
export function bandSays(rows, last) {
  const [many, out] = [rows.length, outside(rows)];
  const others = out === 0 ? "None lies" : out === 1 ? "One lies" : `${out} lie`;
  return `${figure(last)} ${last === 1 ? "deck" : "decks"}, ${many} points, each inside its band at least 99 times in 100. ${others} outside here; now and then one has to.`;
}

/** A curve for those who do not see it. @param {import("./smile.js").Row[]} rows */
export function curveShown(what, rows, last) {
  const at = (x) => rows[x].found.toFixed(1);
  const middle = rows.length >> 1;
  return `${what} over ${figure(last)} decks: ${at(0)} at the top, ${at(middle)} in the middle, ${at(rows.length - 1)} at the bottom, where ${rows[0].expected.toFixed(1)}, ${rows[middle].expected.toFixed(1)} and ${rows.at(-1).expected.toFixed(1)} are expected. ${bandSays(rows, last)}`;
}

/** A histogram and its law. @param {{chi2: number, freedom: number, p: number} | null} fit */
export function lawSays(decks, found, expected, fit) {
  const means = `The mean over ${figure(decks)} ${decks === 1 ? "deck" : "decks"} is ${found.toFixed(2)}, where ${expected.toFixed(2)} is expected.`;
  if (!fit) return `${means} These are too few to test.`;
  return `${means} χ² is ${fit.chi2.toFixed(1)} with ${fit.freedom} degrees of freedom, p = ${chance(fit.p)}. ${surprise(fit.p)}`;
}
