import assert from "node:assert/strict";
import { test } from "node:test";

import { judgeCombination, partsOfKind } from "../combinations.js";

const HAND = { cards: ["4H", "5D", "5S", "6C"], starter: "6D" };
const why = (kind, chosen) => judgeCombination(kind, partsOfKind(kind, HAND), chosen.split(" "), []).why;

test("a combination is found in any order of its cards", () => {
  const parts = partsOfKind("run", HAND);
  assert.equal(parts.length, 4);
  assert.equal(
    judgeCombination("run", parts, ["6C", "4H", "5S"], []).part,
    parts.find(({ cards }) => cards.join(" ") === "4H 5S 6C"),
  );
});

test("a wrong answer is explained by the difference, or by the missing card", () => {
  assert.equal(why("fifteen", "4H 5D"), "4♥ 5♦ come to 9: 6 short of fifteen.");
  assert.equal(why("fifteen", "4H 6C 6D"), "4♥ 6♣ 6♦ come to 16: 1 too many.");
  assert.match(why("fifteen", "5D"), /at least two/);
  assert.match(why("pair", "5D 6C"), /aren’t the same rank/);
  assert.match(why("run", "4H 5D 5S"), /Take each rank once/);
  assert.match(why("run", "4H 5D"), /at least three/);
});

test("a part of a combination is not all of it", () => {
  const royal = { cards: ["6H", "6C", "6D", "2S"], starter: "KH" };
  assert.match(judgeCombination("pair", partsOfKind("pair", royal), ["6H", "6C"], []).why, /another card of that rank/);
  const four = { cards: ["3H", "4C", "5D", "6S"], starter: "KH" };
  assert.match(judgeCombination("run", partsOfKind("run", four), ["3H", "4C", "5D"], []).why, /goes on/);
  assert.match(judgeCombination("run", partsOfKind("run", four), ["3H", "4C", "6S"], []).why, /gap/);
});

test("a found combination is not found again", () => {
  const parts = partsOfKind("pair", HAND);
  assert.match(judgeCombination("pair", parts, ["5S", "5D"], parts.slice(0, 1)).why, /counted that one/);
});
