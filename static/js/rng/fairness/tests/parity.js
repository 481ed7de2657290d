// Prints, for rng/tests/test_js_drawings.py, this code's distributions and its counts of the decks on standard input.

import { readFileSync } from "node:fs";

import { upperTail } from "../chi-square.js";
import { Decks } from "../decks.js";
import { cycles, descents, fixedPoints, inversions } from "../laws.js";
import { naiveSwapOdds } from "../marker.js";
import { countPerDeck, STATISTICS } from "../statistics.js";

const { decks, tails } = JSON.parse(readFileSync(0, "utf8"));
const drawn = new Decks(Uint8Array.from(decks.flat()));
const laws = { inversions: inversions(), cycles: cycles(), descents: descents(), fixed_points: fixedPoints() };

console.log(JSON.stringify({
  laws: Object.fromEntries(Object.entries(laws).map(([name, law]) => [name, [...law]])),
  counted: Object.fromEntries(
    Object.entries(STATISTICS).map(([name, statistic]) => [name, [...countPerDeck(statistic, drawn)]]),
  ),
  displacements: [...drawn.displacements(drawn.many)],
  neighbours: [...drawn.neighbours(drawn.many)],
  naive: naiveSwapOdds().map((row) => [...row]),
  tails: tails.map(([x, freedom]) => upperTail(x, freedom)),
}));
