/** Draws the charts of two shuffles over each other, and their maps next to each other. */

import { byId, setAttr } from "../../ui/dom.js";
import { formatNumber, gettext } from "../../ui/translate.js";
import { describeCurve } from "../fairness/chart-texts.js";
import { band, drawPlot, drawWhenVisible, horizontalLine, line, rings } from "../fairness/plot.js";
import { neighbours, smile } from "../fairness/smile.js";
import { describeGrowth, growthPoints, MAX_DIGITS, SIGNIFICANT_DIGITS } from "./growth.js";
import { drawMap } from "./map.js";
import { DECK_COUNTS, SIDES } from "./query.js";
import { describeMap } from "./shuffle-texts.js";

const HIGH = 240;
const ROOM = 0.04; // margin above and below
const MARKS = {
  one: (at) => rings(at, "wrong"),
  other: (at) => line(at, "found"),
};
const GROWTH_TICKS = [
  { at: 0, label: "1" },
  { at: SIGNIFICANT_DIGITS, label: gettext("1 in 100") },
  { at: 6, label: "10⁻⁶" },
  { at: 10, label: "10⁻¹⁰" },
  { at: MAX_DIGITS, label: "10⁻¹⁵" },
];

/**
 * @typedef {import("./shuffle-texts.js").ShuffleResult} ShuffleResult
 * @typedef {{one: ShuffleResult, other: ShuffleResult}} Pair
 */

export class Pictures {
  constructor() {
    const kept = (id, draw) => drawWhenVisible(byId(id), (width) => this.found && draw.call(this, width));
    this.again = [
      kept("smile", this.smile),
      kept("neighbours", this.neighbours),
      kept("growth", this.growth),
    ];
    // A canvas keeps its colors, so it is redrawn when the device's or the site's theme changes.
    const redraw = () => this.found && this.maps();
    for (const asked of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
      matchMedia(asked).addEventListener("change", redraw);
    }
    new MutationObserver(redraw).observe(document.documentElement, { attributes: true });
  }

  /**
   * @param {Pair} found
   * @param {{one: string, other: string}} names
   * @param {{one: ShuffleResult[], other: ShuffleResult[]}} looks
   */
  draw(found, names, looks) {
    Object.assign(this, { found, names, looks });
    this.again.forEach((draw) => draw());
    this.maps();
  }

  smile(width) {
    return this.curve(
      width,
      gettext("how far it moved"),
      (found) => smile({ displacements: () => found.smile }, found.decks),
    );
  }

  neighbours(width) {
    return this.curve(
      width,
      gettext("how far apart"),
      (found) => neighbours({ neighbours: () => found.neighbours }, found.decks),
    );
  }

  /**
   * Both shuffles over the expected values. @param {(found: ShuffleResult) => import("../fairness/smile.js").Row[]}
   * rowsOf
   */
  curve(width, label, rowsOf) {
    const rows = Object.fromEntries(SIDES.map((side) => [side, rowsOf(this.found[side])]));
    const heights = SIDES.flatMap((side) => rows[side].flatMap(({ found, low, high }) => [found, low, high]));
    const [least, most] = [Math.min(...heights), Math.max(...heights)];
    const room = ROOM * (most - least);
    const sheet = {
      width, height: HIGH,
      x: { from: 0, to: 51, label: gettext("place in the new deck") },
      y: { from: least - room, to: most + room, label },
      says: SIDES.map((side) => describeCurve(this.names[side], rows[side], this.found[side].decks)).join(" "),
    };
    const expected = rows.one.map(({ x, expected: y }) => [x, y]);
    return drawPlot(
      sheet,
      band(rows.one),
      line(expected),
      ...SIDES.toReversed().map((side) => MARKS[side](rows[side].map(({ x, found }) => [x, found]))),
    );
  }

  growth(width) {
    const sheet = {
      width, height: HIGH,
      x: {
        from: 0,
        to: DECK_COUNTS.length - 1,
        label: gettext("decks"),
        ticks: DECK_COUNTS.map((decks, at) => ({ at, label: short(decks) })),
      },
      y: { from: 0, to: MAX_DIGITS, label: gettext("by chance"), ticks: GROWTH_TICKS },
      says: SIDES.map((side) => describeGrowth(this.names[side], this.looks[side])).join(" "),
    };
    const marks = SIDES.toReversed().flatMap((side) => {
      const kind = { one: "wrong", other: "found" }[side];
      const at = growthPoints(this.looks[side]);
      return [line(at, kind), rings(at, kind)];
    });
    return drawPlot(sheet, horizontalLine(SIGNIFICANT_DIGITS, ""), ...marks);
  }

  maps() {
    for (const side of SIDES) {
      const canvas = byId(`map-${side}`);
      drawMap(canvas, this.found[side]);
      setAttr(canvas, "role", "img");
      setAttr(
        canvas,
        "aria-label",
        gettext("{name}: {says}", { name: this.names[side], says: describeMap(this.found[side]) }),
      );
    }
  }
}

const short = (decks) => formatNumber(decks, { notation: "compact" });
