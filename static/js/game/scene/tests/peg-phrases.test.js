import assert from "node:assert/strict";
import { test } from "node:test";
import { countPhrase, partPhrases, pegPhrase, pegPhraseBesideCount, flyingPoints } from "../peg-phrases.js";

const part = (kind, points) => ({ kind, points });

const scored = (...parts) => (
  { kind: "play", says: "in English", parts: parts.map(([kind, cards]) => ({ kind, cards: cards.split(" ") })) }
);

test("a card that scores twice has two calls", () => {
  const pegged = scored(["count", "AS TD TC TH"], ["pair", "TD TC TH"]);
  assert.equal(pegPhrase(pegged), "thirty-one for two and a pair royal for six");
  assert.equal(pegPhraseBesideCount(pegged), "a pair royal for six");
});

test("a call is built from the parts, and the event's English is ignored", () => {
  assert.equal(pegPhrase(scored(["count", "TD 5H"])), "fifteen for two");
  assert.equal(pegPhrase(scored(["count", "4H 6S 5D"], ["run", "4H 6S 5D"])), "fifteen for two and a run of three");
  assert.equal(pegPhrase(scored(["run", "AS 2D 3C 4H 5S 6D 7C"])), "a run of seven");
  assert.equal(pegPhrase(scored(["pair", "3S 3D 3C 3H"])), "a double pair royal for twelve");
  assert.equal(pegPhrase({ kind: "last", says: "in English", parts: [] }), "one for last");
});

test("a count of only fifteen needs no further words", () => {
  assert.equal(pegPhraseBesideCount(scored(["count", "TD 5H"])), "");
});

test("English text of an older server is quoted", () => {
  assert.equal(
    pegPhrase({ kind: "play", says: "fifteen for two and a pair for two" }),
    "fifteen for two and a pair for two",
  );
});

test("a count continues from part to part", () => {
  const parts = [part("fifteen", 2), part("run", 4), part("pair", 2), part("flush", 4), part("nobs", 1)];
  assert.deepEqual(
    partPhrases(parts),
    ["fifteen two", "a run of four is six", "a pair is eight", "a flush of four is twelve", "his nobs is thirteen"],
  );
  assert.equal(countPhrase(parts.slice(0, 2)), "fifteen two, and a run of four is six");
  assert.equal(countPhrase([]), "nothing");
});

test("three and four of a kind have names of their own", () => {
  assert.deepEqual(
    [[part("pair", 6)], [part("pair", 12)]].map(countPhrase),
    ["a pair royal is six", "a double pair royal is twelve"],
  );
});

test("points on their way to the peg are labelled with a word", () => {
  const flying = (kind, points, parts = []) => flyingPoints({ kind, points, parts });
  const run = { kind: "run", cards: ["3H", "4H", "5H"] };
  const fifteen = { kind: "count", cards: ["7H", "8H"] };
  const pair = { kind: "pair", cards: ["5H", "5C"] };
  assert.equal(flying("play", 3, [run]), "+3 run");
  assert.equal(flying("play", 4, [fifteen, pair]), "+4 fifteen and pair");
  assert.deepEqual(
    [flying("go", 1), flying("nibs", 2), flying("hand", 8), flying("muggins", 2)],
    ["+1 go", "+2 nibs", "+8", "+2 muggins"],
  );
});
