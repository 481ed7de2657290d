/** Draws counts as bars under the line of their expected distribution: a deck's statistics, and the scores of hands. */

import { byId, html, setText } from "../../ui/dom.js";
import { fixed } from "../../ui/words/number-format.js";
import { gettext } from "../../ui/translate.js";
import { describeStatistic } from "./chart-texts.js";
import { goodnessOfFit } from "./chi-square.js";
import { tally } from "./decks.js";
import { mean } from "./laws.js";
import { formatFigure } from "./plot-frame.js";
import { bars, drawPlot, drawWhenVisible, stepLine } from "./plot.js";
import { countPerDeck, STATISTICS } from "./statistics.js";

const UNLIKELY = 1e-5;
const MOST_BARS = 80;
const HIGHEST = 29;

/** A chart of counts, with their expected distribution if there is one. */
class Histogram {
  constructor(plot, height) {
    this.height = height;
    this.redraw = drawWhenVisible(plot, (width) => this.draw(width));
  }

  /**
   * @param {{counts: ArrayLike<number>, law: ArrayLike<number> | null, decks: number, label: string, says: string,
   *   least?: number}} what
   *    `least` is always in the picture
   */
  show(what) {
    this.what = what;
    this.redraw();
  }

  draw(width) {
    if (!this.what) return null;
    const { counts, law, decks, label, says, least } = this.what;
    const { from, to } = reach(counts, law, least);
    const each = Math.ceil((to - from + 1) / MOST_BARS);
    const found = gathered(counts, from, to, each);
    const expected = law ? gathered(law, from, to, each).map(([x, share]) => [x, share * decks]) : [];
    const most = Math.max(1, ...found.map(([, count]) => count), ...expected.map(([, count]) => count));
    return drawPlot(
      {
        width,
        height: this.height,
        says,
        x: { from: from - 0.5, to: from + each * found.length - 0.5, label },
        y: { from: 0, to: most * 1.05, label: each > 1 ? gettext("decks, by {each}", { each }) : gettext("decks") },
      },
      bars(found, "found", 0.8 * each), stepLine(expected, "theory", each),
    );
  }
}

/** The range with visible values. */
function reach(counts, law, least = Infinity) {
  const isSeen = (value) => (counts[value] ?? 0) > 0 || (law?.[value] ?? 0) > UNLIKELY;
  const values = Array.from({ length: Math.max(counts.length, law?.length ?? 0) }, (_, value) => value).filter(isSeen);
  return { from: Math.min(least, values[0] ?? 0), to: values.at(-1) ?? 1 };
}

/** Values grouped into bars: [the middle of the bar, its sum]. */
function gathered(values, from, to, each) {
  const rows = [];
  for (let first = from; first <= to; first += each) {
    let sum = 0;
    for (let value = first; value < first + each; value++) sum += values[value] ?? 0;
    rows.push([first + (each - 1) / 2, sum]);
  }
  return rows;
}

export class StatisticHistogram {
  /** @param {(change: Partial<import("./query.js").Query>) => void} ask */
  constructor(ask) {
    this.histogram = new Histogram(byId("law-plot"), 260);
    this.select = byId("law");
    this.select.append(...Object.entries(STATISTICS).map(([value, { name }]) => html("option", { value }, name)));
    this.select.addEventListener("change", () => ask({ law: this.select.value }));
  }

  show({ law: key }, source) {
    this.select.value = key;
    if (key === this.key && source === this.source) return;
    Object.assign(this, { key, source });
    const statistic = STATISTICS[key];
    const law = statistic.law();
    const values = countPerDeck(statistic, source.decks);
    const counts = tally(values, law.length);
    const decks = source.decks.many;
    const says = describeStatistic(
      decks,
      average(counts),
      mean(law),
      goodnessOfFit(counts, law.map((share) => share * decks)),
    );
    setText(byId("law-name"), gettext("{name}: {says}.", statistic));
    setText(byId("law-says"), says);
    this.histogram.show({ counts, law, decks, label: statistic.unit, says: `${statistic.name}. ${says}` });
  }
}

const HANDS = {
  pone: { name: gettext("Pone’s first four, as dealt"), isExact: true },
  dealer: { name: gettext("Dealer’s first four, as dealt"), isExact: true },
  pone_hand: { name: gettext("Pone’s hand, as kept") },
  dealer_hand: { name: gettext("Dealer’s hand, as kept") },
  crib: { name: gettext("The crib") },
};

export class HandScoreHistograms {
  /** @param {number[]} ways  the number of hands that score 0, 1, 2, ... */
  constructor(ways) {
    const total = ways.reduce((sum, count) => sum + count, 0);
    this.law = Float64Array.from(ways, (count) => count / total);
    this.hands = Object.entries(HANDS).map(([key, { name, isExact }]) => {
      const [plot, says, tag] = [
        html("div", { class: "fairness-plot" }),
        html("p"),
        html("span", { class: "tag if-simulated" }, gettext("simulated")),
      ];
      const node = html("figure", {}, html("figcaption", {}, `${name} `, tag), plot, says);
      return { key, name, law: isExact ? this.law : null, node, says, histogram: new Histogram(plot, 190) };
    });
    byId("scores-plots").append(...this.hands.map(({ node }) => node));
  }

  show(asked, source) {
    if (source === this.source) return;
    this.source = source;
    for (const { key, name, law, node, says, histogram } of this.hands) {
      const points = scoredPoints(source.about, key);
      node.hidden = points.length === 0;
      if (node.hidden) continue;
      const counts = tally(points, HIGHEST + 1);
      const words = law
        ? describeStatistic(
          points.length,
          average(counts),
          mean(law),
          goodnessOfFit(counts, law.map((share) => share * points.length)),
        )
        : gettext("The average of {n} is {mean}.", { n: formatFigure(points.length), mean: fixed(average(counts), 2) });
      setText(says, words);
      histogram.show(
        { counts, law, decks: points.length, label: gettext("points"), least: 0, says: `${name}. ${words}` },
      );
    }
  }
}

/** The scores by deal. The cut for deal, which deals no hand, has none. */
function scoredPoints(about, key) {
  const points = about[key] ?? [];
  return points.filter((value, deck) => value !== null && about.numbers?.[deck] !== 0);
}

/** @param {ArrayLike<number>} counts */
function average(counts) {
  let [total, all] = [0, 0];
  for (let value = 0; value < counts.length; value++) {
    total += value * counts[value];
    all += counts[value];
  }
  return all ? total / all : 0;
}
