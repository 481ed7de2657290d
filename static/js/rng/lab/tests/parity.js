// Prints, for rng/tests/lab/test_state_search.py, this code's results for the states and cards on standard input.

import { readFileSync } from "node:fs";
import { dealByClock, searchByClock } from "../clock-search.js";
import { dealFrom, drawRange, search } from "../generator-search.js";

const { states, places, seen, times } = JSON.parse(readFileSync(0, "utf8"));

const decks = states.map(dealFrom).map(({ cards, after }) => [cards, after]);
const numbers = places.map(([place, card]) => drawRange({ place, card })).map(({ from, size }) => [from, size]);
const { pointed, left, found, states: fitting } = [...search(seen)].at(-1);

const byClock = times.map(
  ({ seen, from, count }) => [...searchByClock(seen, { from, count })].at(-1),
).map(({ left, states }) => [left, states]);

console.log(
  JSON.stringify(
    {
      byClock,
      clockDecks: states.map(dealByClock),
      decks,
      numbers,
      search: [...pointed.map((card, n) => [card, left[n]]), found, fitting],
    },
  ),
);
