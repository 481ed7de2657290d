/** The cribbage board: the whole track in sight, two pegs a side that leapfrog. */

import { svg, set } from "./dom.js";
import { gettext } from "../site/words.js";
import { scoreSaid, seatsOf } from "./say.js";
import { hole, lanePath, lineAfter, sizeOf, skunkLines } from "./track.js";

const SIDES = ["you", "them"];

function holes(target) {
  const all = [];
  for (const lane of [0, 1]) {
    for (let n = -1; n < target; n += 1) {
      const { x, y } = hole(n, lane, target);
      all.push(svg("circle", { cx: x, cy: y, r: 2.1, class: "hole" }));
    }
  }
  const { x, y } = hole(target, 0, target);
  return [...all, svg("circle", { cx: x, cy: y, r: 7, class: "finish" }), svg("circle", { cx: x, cy: y, r: 2.6, class: "hole" })];
}

const lines = (target) =>
  skunkLines(target).map(({ after, name }) => {
    const { x, y1, y2 } = lineAfter(after, target);
    return svg("line", { x1: x, x2: x, y1, y2, class: `skunk ${name === "skunk" ? "" : "double"}` });
  });

function numbers(target) {
  const all = [];
  for (let n = 10; n < target; n += 10) {
    const { x } = hole(n, 0, target);
    const { y1 } = lineAfter(n - 1, target);
    const text = svg("text", { x, y: y1 + 15.4, class: "number" });
    text.textContent = String(n);
    all.push(text);
  }
  return all;
}

/** A board; `move(scene, who)` puts its pegs where they belong. */
export function makeBoard(target) {
  const { width, height } = sizeOf(target);
  const pegs = SIDES.map((side) =>
    [0, 1].map(() =>
      svg("g", { class: `peg peg-${side}` }, svg("circle", { r: 4.6, class: "ring" }), svg("circle", { r: 1.5, cx: -1.2, cy: -1.3, class: "shine" })),
    ),
  );
  const node = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "board", role: "img" },
    svg("rect", { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 9, class: "wood" }),
    ...grain(width, height),
    ...SIDES.map((side, lane) => svg("path", { d: lanePath(lane, target), class: `lane lane-${side}` })),
    ...lines(target),
    ...holes(target),
    ...numbers(target),
    ...pegs.flat(),
  );
  // Which of the two pegs is in front changes with every score: a peg keeps its place while its fellow leaps.
  const stands = SIDES.map(() => [null, null]);

  function move(scene, who) {
    for (const [side, seat] of [scene.you, 1 - scene.you].entries()) {
      const [front, behind] = scene.pegs[seat];
      const was = stands[side];
      const stays = was.indexOf(behind);
      const backPeg = stays === -1 ? 1 : stays;
      stands[side] = backPeg ? [front, behind] : [behind, front];
      pegs[side].forEach((peg, n) => {
        const { x, y } = hole(Math.min(stands[side][n], target), side, target);
        peg.style.transform = `translate(${x}px, ${y}px)`;
      });
    }
    const standing = seatsOf(who).map((seat) => scoreSaid(seat, scene.scores[seat], who)).join(" ");
    set(node, "aria-label", gettext("Cribbage board to {target}. {standing}", { target, standing }));
  }

  return { node, target, move };
}

function grain(width, height) {
  const all = [];
  for (let n = 1; n < 6; n += 1) {
    const y = (height / 6) * n;
    const bend = n % 2 ? 4 : -4;
    all.push(svg("path", { d: `M4 ${y}C${width / 3} ${y + bend} ${(width * 2) / 3} ${y - bend} ${width - 4} ${y + bend / 2}`, class: "grain" }));
  }
  return all;
}
