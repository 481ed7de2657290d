/** Draws one marker: dots over the decks, and next to them the number at each place. */

import { html, setAttr, setText, svg } from "../../ui/dom.js";
import { capitalize, gettext } from "../../ui/translate.js";
import { describeMarkerTest, describeScatter } from "./chart-texts.js";
import { CARDS } from "./laws.js";
import { markerValues, testMarker } from "./marker.js";
import { buildFrame } from "./plot-frame.js";
import { dots, drawPlot, drawWhenVisible } from "./plot.js";
import { markerName, signOfCard } from "./query.js";

const HEIGHT = 230;
const SIDE = 64; // of the counts

/** @typedef {{decks: import("./decks.js").Decks, span: import("./span.js").Span, pointed: number | null}} Seen */

export class MarkerPanel {
  /** @param {import("./marker.js").Marker} marker */
  constructor(marker) {
    this.marker = marker;
    this.plot = html(
      "div",
      {
        class: "fairness-plot fairness-marker",
        tabindex: 0,
        role: "group",
        "aria-label": gettext(
          "{name}. Arrow keys go from deck to deck, plus and minus zoom, 0 shows all.",
          { name: name(marker) },
        ),
      },
    );
    this.says = html("p");
    const tag = html("span", { class: "tag if-simulated" }, gettext("simulated"));
    this.node = html("figure", {}, html("figcaption", {}, `${name(marker)} `, tag), this.plot, this.says);
    this.redraw = drawWhenVisible(this.plot, (width) => this.draw(width));
  }

  /** @param {Seen} seen */
  show(seen) {
    const isSame = this.seen?.decks === seen.decks && this.seen.span.from === seen.span.from &&
      this.seen.span.to === seen.span.to;
    this.seen = seen;
    if (!isSame) {
      this.values = markerValues(seen.decks, this.marker, seen.span.from, seen.span.to);
      this.found = testMarker(this.values, this.marker);
      setText(this.says, describeMarkerTest(this.found, this.marker));
      this.redraw();
    }
    this.point();
  }

  draw(width) {
    if (!this.seen) return null;
    const { from, to } = this.seen.span;
    const sheet = {
      width: width - SIDE, height: HEIGHT,
      x: { from: from + 0.5, to: to + 0.5, label: gettext("deck") },
      y: {
        from: -1,
        to: CARDS,
        label: this.marker.kind === "card" ? gettext("place") : gettext("card"),
        ticks: [0, 13, 26, 39, 51].map((at) => ({ at, label: this.label(at) })),
      },
      says: describeScatter(this.values, this.marker, from),
    };
    this.at = buildFrame(sheet);
    this.line = svg("line", { class: "plot-pointed", y1: this.at.top, y2: this.at.bottom });
    this.ring = svg("circle", { class: "plot-pointed", r: 5 });
    const drawing = drawPlot(
      sheet,
      dots(this.values, from + 1, to - from > 400 ? 2 : 4),
      () => this.counts(),
      () => this.line,
      () => this.ring,
    );
    setAttr(drawing, "viewBox", `0 0 ${width} ${HEIGHT}`);
    setAttr(drawing, "width", width);
    this.point();
    return drawing;
  }

  label(at) {
    return this.marker.kind === "card" ? String(at) : signOfCard(at);
  }

  /** The number at each place, as horizontal bars, with a line at the expected value. */
  counts() {
    const { counts, decks } = this.found;
    const [left, even] = [this.at.right + 12, decks / CARDS];
    const wide = (SIDE - 6) / Math.max(2 * even, ...counts);
    const high = (this.at.y(0) - this.at.y(1)) * 0.8;
    const bars = Array.from(
      counts,
      (count, place) => `M${left} ${(this.at.y(place) - high / 2).toFixed(1)}h${(count * wide).toFixed(1)}v${high.toFixed(1)}h${(-count * wide).toFixed(1)}z`,
    );
    const x = left + even * wide;
    return svg(
      "g",
      { class: "plot-counts" },
      svg("path", { d: bars.join("") }),
      svg("line", { x1: x, x2: x, y1: this.at.top, y2: this.at.bottom }),
    );
  }

  /** Marks the selected deck. */
  point() {
    const { pointed, span } = this.seen;
    const isIn = pointed !== null && pointed >= span.from && pointed < span.to;
    for (const mark of [this.line, this.ring]) if (mark) setAttr(mark, "visibility", isIn ? null : "hidden");
    if (!isIn || !this.line) return;
    const x = this.at.x(pointed + 1);
    for (const key of ["x1", "x2"]) setAttr(this.line, key, x);
    setAttr(this.ring, "cx", x);
    setAttr(this.ring, "cy", this.at.y(this.values[pointed - span.from]));
  }

  /** The index of the deck whose dot is nearest to a position. @param {number} x @param {number} y  in the picture */
  deckAt(x, y) {
    const { from, to } = this.seen.span;
    const middle = Math.round(this.at.xAt(x)) - 1;
    const reach = Math.max(1, Math.ceil(this.at.xAt(x + 6) - this.at.xAt(x)));
    let [nearest, least] = [middle, Infinity];
    for (let deck = Math.max(from, middle - reach); deck <= Math.min(to - 1, middle + reach); deck++) {
      const away = (this.at.x(deck + 1) - x) ** 2 + (this.at.y(this.values[deck - from]) - y) ** 2;
      if (away < least) [nearest, least] = [deck, away];
    }
    return Math.min(to - 1, Math.max(from, nearest));
  }

  /** Describes one deck. */
  describeDeck(deck) {
    const value = this.values[deck - this.seen.span.from];
    if (value === undefined) return "";
    const { kind, of } = this.marker;
    return kind === "card"
      ? gettext("{card} in place {place}", { card: signOfCard(of), place: value })
      : gettext("place {place}: {card}", { place: of, card: signOfCard(value) });
  }
}

/** As a title: "Ace of hearts", "Place 12". */
const name = (marker) => capitalize(markerName(marker));
