// Answers ranking/tests/test_browser.py: what this code makes of the pairs on standard input.

import { readFileSync } from "node:fs";

import { exchange } from "../exchange.js";
import { level } from "../level.js";

const { pairs, points } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify({ exchanges: pairs.map((pair) => exchange(...pair)), levels: points.map(level) }));
