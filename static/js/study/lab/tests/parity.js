/** Prints, for study/lab/tests/test_js_parity.py, this code's results for the texts and lines on stdin. */

import { readFileSync } from "node:fs";
import { formatLine, sortLines } from "../lines.js";
import { findScoreFault, parseSeen, parseSix } from "../position-input.js";

const { texts, held, scores, lines, sorts } = JSON.parse(readFileSync(0, "utf8"));
const both = [true, false];

process.stdout.write(
  JSON.stringify({
    six: texts.map(parseSix),
    seen: texts.map((text) => parseSeen(text, held)),
    scores: scores.map(([text, target]) => findScoreFault(text, target)),
    figures: both.map((dealer) => lines.map((line) => formatLine(line, lines[0], dealer))),
    orders: both.map(
      (dealer) => sorts.map((by) => sortLines(lines, { by, up: false }, dealer).map((line) => lines.indexOf(line))),
    ),
  }),
);
