/** Draws the curve of winning chances: the leader, the lead, and the mistakes. A tap goes to a move. */

import { html, setAttr, setText, svg } from "../../ui/dom.js";
import { describeChance, describeCurve, geometry } from "./curve.js";
import { mistakesOf } from "./decision-texts.js";

const HEIGHT = 150;
const LABELS_APART = 22;

export class CurveView {
  /** @param {HTMLElement} node @param {HTMLElement} says @param {(ply: number) => void} go */
  constructor(node, says, go) {
    Object.assign(this, { node, says, go });
    new ResizeObserver(() => this.lay()).observe(node);
    const follow = (event) => {
      if (this.shape && (event.type === "pointerdown" || event.buttons)) this.go(this.shape.plyAt(event.offsetX));
    };
    for (const kind of ["pointerdown", "pointermove"]) node.addEventListener(kind, follow);
  }

  /** @param {{review: object, seat: number, who: object}} what */
  show(what) {
    const same = what.review === this.what?.review && what.seat === this.what.seat;
    this.what = what;
    if (!same) this.lay();
  }

  /** Draws everything that is the same for all moves. */
  lay() {
    const width = this.node.clientWidth;
    if (!this.what || !width) return;
    const { review, seat, who } = this.what;
    const shape = geometry(review, mistakesOf(review.decisions), { width, height: HEIGHT, seat });
    this.shape = shape;
    this.now = svg("line", { class: "now", y1: shape.top, y2: shape.bottom });
    this.dot = svg("circle", { class: "now-dot", r: 5 });
    const drawing = svg(
      "svg",
      {
        viewBox: `0 0 ${width} ${HEIGHT}`,
        height: HEIGHT,
        width,
        role: "img",
        "aria-label": describeCurve(review, seat, who),
      },
      svg("polygon", { class: "mine", points: shape.under }),
      svg("polygon", { class: "theirs", points: shape.over }),
      ...shape.rules.flatMap(({ y, label }) => [
        svg("line", { class: "rule", x1: shape.left, x2: shape.right, y1: y, y2: y }),
        text({ class: "scale", x: shape.left - 5, y, dy: "0.35em" }, label),
      ]),
      ...deals(shape),
      svg("polyline", { class: "course", points: shape.line }),
      ...shape.marks.map(
        ({ x, y, by, grade }) => svg(
          "circle",
          { class: "mark", cx: x, cy: y, r: grade === "inaccuracy" ? 3 : 4.5, "data-of": by, "data-grade": grade },
        ),
      ),
      this.now,
      this.dot,
    );
    this.node.replaceChildren(drawing);
    if (this.ply !== undefined) this.draw(this.ply);
  }

  /** Marks the current move. */
  draw(ply) {
    this.ply = ply;
    if (!this.shape) return;
    const { review, seat, who } = this.what;
    const { x, y } = this.shape.point(ply);
    for (const [key, value] of [["x1", x], ["x2", x]]) setAttr(this.now, key, value);
    setAttr(this.dot, "cx", x);
    setAttr(this.dot, "cy", y);
    const sides = [seat, 1 - seat].map((each) => [each, describeChance(review, ply, each, who)]);
    if (this.says.children.length === 0) {
      this.says.append(
        ...sides.map(
          () => html("span", {}, html("span", { class: "peg-dot", "aria-hidden": "true" }), html("span", {})),
        ),
      );
    }
    sides.forEach(([each, words], n) => {
      const [dot, label] = this.says.children[n].children;
      setAttr(dot, "data-of", each);
      setText(label, words);
    });
  }
}

const text = (attributes, words) => {
  const node = svg("text", attributes);
  node.textContent = words;
  return node;
};

/** A line at the beginning of each deal, and its number if there is room. */
function deals({ deals: all, top, bottom }) {
  let last = -LABELS_APART;
  return all.flatMap(({ deal, x }) => {
    const line = svg("line", { class: "deal", x1: x, x2: x, y1: top, y2: bottom });
    if (x - last < LABELS_APART) return [line];
    last = x;
    return [line, text({ class: "deal-number", x: x + 2, y: bottom + 13 }, String(deal))];
  });
}
