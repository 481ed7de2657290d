/** Draws the cribbage board: the whole track, and two pegs per side that leapfrog. */

import { setAttr, svg } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import {
  boardSize,
  endNames,
  holePosition,
  lanePath,
  lineAfter,
  numberAt,
  numberedHoles,
  pegPath,
  skunkLines,
  startPath,
} from "./board-geometry.js";
import { tempo } from "./tempo.js";
import { describeScore, seatsMineFirst } from "./who.js";

const SIDES = ["you", "them"];
const WALK_AT_MOST = 600;
const WALK_A_HOLE = 70;

/** Dots, drawn by a stroke of no length with round ends: one node for two hundred holes. */
const dots = (places) => places.map(({ x, y }) => `M${x} ${y}h0`).join("");

function holes(target) {
  const all = [holePosition(target, 0, target)];
  for (const lane of [0, 1]) for (let n = -1; n < target; n += 1) all.push(holePosition(n, lane, target));
  return dots(all);
}

/** The fine lines between groups of five. */
function fives(target) {
  let d = "";
  for (let n = 5; n < target - 1; n += 5) {
    const { x, y1, y2 } = lineAfter(n, target);
    if (n % 30) d += `M${x} ${y1}V${y2}`;
  }
  return d;
}

function write(says, place, kind) {
  const text = svg("text", { ...place, class: kind });
  text.textContent = says;
  return text;
}

const skunks = (target) =>
  skunkLines(target).flatMap(({ after, name }) => {
    const { x, y1, y2 } = lineAfter(after, target);
    const { x: from, y } = numberAt(after, target);
    const isWest = from < boardSize(target).width / 2;
    const says = name === "skunk" ? gettext("skunk") : gettext("double skunk");
    return [
      svg("path", { d: `M${x} ${y1}V${y2}`, class: "skunk" }),
      write(says, { x: from + (isWest ? 12 : -12), y }, isWest ? "name west" : "name"),
    ];
  });

function ends(target) {
  const { start, finish } = endNames(target);
  return [write(gettext("start"), start, "name west"), write(gettext("finish"), finish, "name west")];
}

const numbers = (target) => numberedHoles(target).map((n) => write(String(n), numberAt(n, target), "number"));

/** A peg from above: its shadow, its skirt, and the light on its head. */
export const drawPeg = (side) =>
  svg(
    "g",
    { class: `peg peg-${side}` },
    svg("circle", { r: 4.4, cx: 1.3, cy: 1.9, class: "shade" }),
    svg("circle", { r: 4.4, class: "ring" }),
    svg("circle", { r: 2.7, cx: -0.4, cy: -0.6, class: "head" }),
    svg("circle", { r: 1, cx: -1.3, cy: -1.5, class: "shine" }),
  );

const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

/**
 * A board. `move(scene, who)` puts its pegs into their holes.
 * @param {number} target @param {() => boolean} still whether animation is off
 */
export function createBoard(target, still) {
  const { width, height } = boardSize(target);
  const end = holePosition(target, 0, target);
  const pegs = SIDES.map((side) => [drawPeg(side), drawPeg(side)]);
  const node = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "board", role: "img" },
    ...SIDES.map(
      (side, lane) => svg("path", { d: startPath(lane) + lanePath(lane, target), class: `lane lane-${side}` }),
    ),
    svg("path", { d: fives(target), class: "five" }),
    ...skunks(target),
    ...ends(target),
    svg("circle", { cx: end.x, cy: end.y, r: 7, class: "finish" }),
    svg("path", { d: holes(target), class: "rim" }),
    svg("path", { d: holes(target), class: "hole" }),
    ...numbers(target),
    ...pegs.flat(),
  );
  // The front peg changes with every score: a peg stays in place while its fellow leaps.
  const stands = SIDES.map(() => [null, null]);

  function advance(peg, from, front, to, side) {
    const places = pegPath(from, front, to).map((n) => at(holePosition(n, side, target)));
    const duration = Math.min(WALK_AT_MOST, WALK_A_HOLE * (places.length + 1)) * tempo();
    node.append(peg); // above all that it passes
    peg.animate(
      places.map((transform, n) => ({ transform: n && n < places.length - 1 ? `${transform} scale(1.2)` : transform })),
      { duration, easing: "ease-out" },
    );
  }

  function move(scene, who) {
    for (const [side, seat] of [scene.you, 1 - scene.you].entries()) {
      const [front, behind] = scene.pegs[seat].map((n) => Math.min(n, target));
      const was = stands[side];
      const stays = was.indexOf(behind);
      const backPeg = stays === -1 ? 1 : stays;
      stands[side] = backPeg ? [front, behind] : [behind, front];
      pegs[side].forEach((peg, n) => {
        const [from, to] = [was[n], stands[side][n]];
        if (from === to) return;
        peg.style.transform = at(holePosition(to, side, target));
        if (from !== null && was[1 - n] === behind && to > behind && !still()) advance(peg, from, behind, to, side);
      });
    }
    const standing = seatsMineFirst(who).map((seat) => describeScore(seat, scene.scores[seat], who)).join(" ");
    setAttr(node, "aria-label", gettext("Cribbage board to {target}. {standing}", { target, standing }));
  }

  /** The peg that moves when a side scores. @param {0|1} side mine or theirs */
  function nextPeg(side) {
    const [one, other] = stands[side];
    return pegs[side][one < other ? 0 : 1];
  }

  return { node, target, move, nextPeg };
}
