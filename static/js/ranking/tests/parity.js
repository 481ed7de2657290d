// Prints this code's results for the input of ranking/tests/test_js_parity.py.

import { readFileSync } from "node:fs";

import { exchange } from "../exchange.js";
import * as asked from "../calculator-input.js";
import { level } from "../level.js";

const { pairs, points, texts } = JSON.parse(readFileSync(0, "utf8"));
console.log(
  JSON.stringify({
    exchanges: pairs.map((pair) => exchange(...pair)),
    levels: points.map(level),
    faults: texts.map((text) => [asked.parsePoints(text).fault, asked.parseOpponent(text).fault]),
  }),
);
