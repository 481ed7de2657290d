/** Small pictures for the end of a game: the last hole, a skunk or two, a cup of tea. */

import { svg } from "../../../ui/dom.js";

const path = (d, kind) => svg("path", { d, class: kind });
const picture = (kind, ...parts) =>
  svg("svg", { viewBox: "0 0 124 64", class: `scene ${kind}`, "aria-hidden": "true", focusable: "false" }, ...parts);

const RAYS = "M62 22V8M48 25L39 14M76 25L85 14M39 35L24 29M85 35L100 29";

/** A peg goes into the brass of the last hole. */
const lastHole = () =>
  picture(
    "last-hole",
    path(RAYS, "rays"),
    svg("ellipse", { cx: 62, cy: 53, rx: 24, ry: 8, class: "brass" }),
    svg("ellipse", { cx: 62, cy: 52, rx: 8, ry: 2.8, class: "depth" }),
    svg(
      "g",
      { class: "goes-in" },
      path("M57.6 26.4L59 52.4C60 54 64 54 65 52.4L66.4 26.4Z", "pin"),
      svg("circle", { cx: 62, cy: 25, r: 6.6, class: "pin" }),
      svg("circle", { cx: 60, cy: 23, r: 1.7, class: "light" }),
    ),
  );

const TAIL = "M47 46C36 46 26 40 24 28C22 16 30 4 42 6C50 8 52 16 48 22C44 28 46 34 52 36Z";
const BODY =
  "M44 46C42 34 54 30 66 32C74 32 80 34 84 36C90 34 97 38 99 44C100 47 98 49 95 49C92 51 88 51 85 50C82 54 76 55 72 55V60H67V55C62 56 58 56 55 55V60H50V54C46 52 44 50 44 46ZM81 37C80 33 83 31 86 32L88 36Z";
const STRIPES = "M45 40C36 38 30 32 30 24C30 16 36 11 42 12C38 16 36 20 37 26C38 32 42 35 48 37ZM50 38C58 32 70 32 80 38C72 37 60 38 54 42ZM84 39C88 36 92 38 95 42C92 41 88 40 84 41Z";

const oneSkunk = (kind) =>
  svg(
    "g",
    { class: kind },
    path(TAIL, "fur tail"),
    path(BODY, "fur"),
    path(STRIPES, "stripe"),
    svg("circle", { cx: 91, cy: 44, r: 1.2, class: "stripe" }),
    svg("circle", { cx: 99, cy: 46, r: 1.5, class: "nose" }),
  );

const cup = () =>
  picture(
    "cup",
    path("M52 24C48 19 56 16 52 10M64 24C60 19 68 16 64 10", "steam"),
    path("M40 30H78C78 46 72 54 59 54C46 54 40 46 40 30ZM78 33C89 32 89 46 75 46M32 58H86", "china"),
  );

/** @type {Record<string, () => SVGElement>} */
export const SCENES = {
  win: lastHole,
  skunk: () => picture("skunks", oneSkunk("walker")),
  "double-skunk": () => picture("skunks", oneSkunk("walker small"), oneSkunk("walker")),
  loss: cup,
};
