/** Draws the smile and the neighbors over their expected values. */

import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { gettext, ngettext } from "../../ui/translate.js";
import { describeBand, describeCurve } from "./chart-texts.js";
import { formatFigure } from "./plot-frame.js";
import { band, drawPlot, drawWhenVisible, line, rings } from "./plot.js";
import { WINDOW_SIZES } from "./query.js";
import { neighbours, smile } from "./smile.js";

const HEIGHT = 260;

class Curve {
  constructor(id, what, label, rowsOf) {
    Object.assign(this, { what, label, rowsOf, says: byId(`${id}-says`) });
    this.redraw = drawWhenVisible(byId(`${id}-plot`), (width) => this.draw(width));
  }

  show(decks, last) {
    this.last = last;
    this.rows = this.rowsOf(decks, last);
    setText(this.says, describeBand(this.rows, last));
    this.redraw();
  }

  draw(width) {
    if (!this.rows) return null;
    const heights = this.rows.flatMap(({ found, low, high }) => [found, low, high]);
    const [low, high] = [Math.floor(Math.min(...heights) - 0.5), Math.ceil(Math.max(...heights) + 0.5)];
    const points = (key) => this.rows.map((row) => [row.x, row[key]]);
    return drawPlot(
      {
        width, height: HEIGHT, says: describeCurve(this.what, this.rows, this.last),
        x: {
          from: -0.5,
          to: 51.5,
          label: this.label,
          ticks: [0, 10, 20, 30, 40, 51].map((at) => ({ at, label: String(at) })),
        },
        y: { from: Math.max(0, low), to: high, label: gettext("places, on average") },
      },
      band(this.rows), line(points("expected")), rings(points("found")),
    );
  }
}

export class Curves {
  /** @param {(change: Partial<import("./query.js").Query>) => void} ask */
  constructor(ask) {
    this.ask = ask;
    this.curves = [
      new Curve("smile", gettext("How far each card moved"), gettext("place in the new deck"), smile),
      new Curve(
        "neighbours",
        gettext("How far neighbours moved apart"),
        gettext("first of two neighbours"),
        neighbours,
      ),
    ];
  }

  show(asked, source) {
    const last = Math.min(asked.over, source.decks.many);
    this.offerWindows(last, source.decks.many);
    if (last === this.last && source === this.source) return;
    Object.assign(this, { last, source });
    for (const curve of this.curves) curve.show(source.decks, last);
  }

  /** The windows with enough decks, the last of which is all decks, and the one in the URL. */
  offerWindows(last, many) {
    const overs = [
      ...new Set([...WINDOW_SIZES.filter((over) => over < many), many, last]),
    ].sort((one, other) => one - other);
    const key = overs.join();
    if (key !== this.offered) {
      this.offered = key;
      const field = byId("over");
      for (const label of field.querySelectorAll("label")) label.remove();
      field.append(...overs.map((over) =>
        html(
          "label",
          {},
          html("input", { type: "radio", name: "over", value: over, onchange: () => this.ask({ over }) }),
          html("span", {}, over === 1 ? gettext("1 deck") : formatFigure(over)),
        ),
      ));
    }
    for (const input of byId("over").querySelectorAll("input")) {
      input.checked = Number(input.value) === last;
      setAttr(
        input,
        "aria-label",
        ngettext(
          "the last deck",
          "the last {decks} decks",
          Number(input.value),
          { decks: formatFigure(Number(input.value)) },
        ),
      );
    }
  }
}
