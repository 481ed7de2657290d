/** Describes the charts in words. Pure. */

import { fixed } from "../../ui/words/number-format.js";
import { formatList, gettext, ngettext } from "../../ui/translate.js";
import { markerName } from "./query.js";
import { ALPHA } from "./marker.js";
import { formatFigure } from "./plot-frame.js";
import { CARDS } from "./laws.js";
import { countOutside } from "./smile.js";

const RAREST = 0.0001;

/** A p-value in readable form: 0.37, 0.004, "less than 0.0001". */
export function formatP(p) {
  if (p < RAREST) return gettext("less than {p}", { p: fixed(RAREST, 4) });
  return fixed(p, p < 0.01 ? 4 : 2);
}

/** A share as a number in a hundred, never rounded to a certainty. */
export function timesInHundred(share) {
  if (share > 0.995) return gettext("more than 99");
  return share < 0.005 ? gettext("less than 1") : String(Math.round(100 * share));
}

/** Explains a p-value to readers who do not know the term. */
export function describeSurprise(p) {
  if (p >= 0.05) {
    return gettext(
      "Fair shuffles look at least this uneven {times} times in 100: nothing unusual.",
      { times: timesInHundred(p) },
    );
  }
  if (p >= 0.01) return gettext(
    "Fair shuffles look this uneven {times} times in 100. Among all the pictures you can look at here, some will be this odd by chance.",
    { times: timesInHundred(p) },
  );
  if (p >= 0.001) return gettext(
    "Fair shuffles look this uneven {times} times in 1,000. Among all the pictures you can look at here, some will be this odd by chance.",
    { times: Math.round(1000 * p) },
  );
  return gettext("That’s very rare for a fair shuffle. See whether other decks show it too; if so, tell the host.");
}

/** @param {import("./marker.js").Verdict} found @param {import("./marker.js").Marker} marker */
export function describeMarkerTest({ decks, chi2, p, power, isEnough }, marker) {
  if (!isEnough) {
    return ngettext(
      "{decks} deck is too few to test: it takes at least 260, five per place.",
      "{decks} decks are too few to test: it takes at least 260, five per place.",
      decks,
      { decks: formatFigure(decks) },
    );
  }
  const strength = power < 2 * ALPHA
    ? gettext("This picture proves almost nothing: this marker looks even after a naive shuffle too.")
    : gettext(
      "How strong is that? If the decks had been shuffled naively, this picture alone would have shown it (p below {alpha}) in {times} of 100 tries.",
      { alpha: formatFigure(ALPHA), times: timesInHundred(power) },
    );
  return `${describeFit({ chi2, freedom: CARDS - 1, p })} ${strength}`;
}

const describeFit = ({ chi2, freedom, p }) =>
  `${gettext("χ² is {chi2} with {freedom} degrees of freedom, p = {p}.", { chi2: fixed(chi2, 1), freedom, p: formatP(p) })} ${describeSurprise(p)}`;

/** The scatter in words, for screen readers. */
export function describeScatter(values, { kind, of }, from) {
  const mean = values.length ? Array.from(values).reduce((sum, value) => sum + value, 0) / values.length : 0;
  const about = {
    decks: formatFigure(values.length),
    from: formatFigure(from + 1),
    mean: fixed(mean, 1),
    expected: fixed(25.5, 1),
  };
  return kind === "card"
    ? gettext(
      "The place of the {card} in each of {decks} decks, from deck {from} on: dots from 0 to 51, {mean} on average; expected: {expected}.",
      { ...about, card: markerName({ kind, of }) },
    )
    : gettext(
      "The number of the card in place {place} in each of {decks} decks, from deck {from} on: dots from 0 to 51, {mean} on average; expected: {expected}.",
      { ...about, place: of },
    );
}

/** The places compared with their bands. @param {import("./smile.js").Row[]} rows @param {number} last */
export function describeBand(rows, last) {
  const [many, out] = [rows.length, countOutside(rows)];
  const told = ngettext(
    "{n} deck, {points} points, each inside its band at least 99 times in 100.",
    "{n} decks, {points} points, each inside its band at least 99 times in 100.",
    last, { n: formatFigure(last), points: many },
  );
  const others = out
    ? ngettext(
      "{n} point is outside its band. Chance alone puts some there.",
      "{n} points are outside their bands. Chance alone puts some there.",
      out,
    )
    : gettext("No point is outside its band. Chance alone would put some there now and then.");
  return `${told} ${others}`;
}

/** A curve in words, for screen readers. @param {import("./smile.js").Row[]} rows */
export function describeCurve(what, rows, last) {
  const [top, middle, bottom] = [rows[0], rows[rows.length >> 1], rows.at(-1)].map(({ found }) => fixed(found, 1));
  const expected = formatList([rows[0], rows[rows.length >> 1], rows.at(-1)].map((row) => fixed(row.expected, 1)));
  const told = ngettext(
    "{what} over {n} deck: {top} at the top, {middle} in the middle, {bottom} at the bottom; expected: {expected}.",
    "{what} over {n} decks: {top} at the top, {middle} in the middle, {bottom} at the bottom; expected: {expected}.",
    last, { what, n: formatFigure(last), top, middle, bottom, expected },
  );
  return `${told} ${describeBand(rows, last)}`;
}

/** A histogram and its distribution. @param {{chi2: number, freedom: number, p: number} | null} fit */
export function describeStatistic(decks, found, expected, fit) {
  const means = ngettext(
    "The average over {n} deck is {found}; expected: {expected}.",
    "The average over {n} decks is {found}; expected: {expected}.",
    decks, { n: formatFigure(decks), found: fixed(found, 2), expected: fixed(expected, 2) },
  );
  return `${means} ${fit ? describeFit(fit) : gettext("Too few to test.")}`;
}
