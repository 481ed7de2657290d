/** Answers game/tests/advice/lab/test_js_parity.py: what this code makes of texts and lines that are given on stdin. */

import { readFileSync } from "node:fs";
import { figures, sorted } from "../lines.js";
import { scoreFault, seen, six } from "../position-input.js";

const { texts, held, scores, lines, sorts } = JSON.parse(readFileSync(0, "utf8"));
const both = [true, false];

process.stdout.write(
  JSON.stringify({
    six: texts.map(six),
    seen: texts.map((text) => seen(text, held)),
    scores: scores.map(([text, target]) => scoreFault(text, target)),
    figures: both.map((dealer) => lines.map((line) => figures(line, lines[0], dealer))),
    orders: both.map((dealer) => sorts.map((by) => sorted(lines, { by, up: false }, dealer).map((line) => lines.indexOf(line)))),
  }),
);
