import assert from "node:assert/strict";
import { test } from "node:test";
import { countPhrase, partPhrases, pegPhrase, pegPhraseBesideCount } from "../peg-phrases.js";

const part = (kind, points) => ({ kind, points });

test("a card that scores twice is called twice", () => {
  const pile = ["AS", "TD", "TC", "TH"];
  assert.equal(pegPhrase({ kind: "play" }, pile), "thirty-one for two and a pair royal for six");
  assert.equal(pegPhraseBesideCount({ kind: "play" }, pile), "a pair royal for six");
});

test("what is called follows from the cards, and no sentence of the server's is read", () => {
  const call = (pile) => pegPhrase({ kind: "play", says: "quinze pour deux" }, pile.split(" "));
  assert.equal(call("TD 5H"), "fifteen for two");
  assert.equal(call("4H 6S 5D"), "fifteen for two and a run of three");
  assert.equal(call("AS 2D 3C 4H 5S 6D 7C"), "a run of seven");
  assert.equal(call("3S 3D 3C 3H"), "a double pair royal for twelve");
  assert.equal(pegPhrase({ kind: "last" }, ["3S", "3D"]), "one for last");
});

test("a count of fifteen alone needs no word beside it", () => {
  assert.equal(pegPhraseBesideCount({ kind: "play" }, ["TD", "5H"]), "");
});

test("a count goes on from part to part", () => {
  const parts = [part("fifteen", 2), part("run", 4), part("pair", 2), part("flush", 4), part("nobs", 1)];
  assert.deepEqual(partPhrases(parts), ["fifteen two", "a run of four is six", "a pair is eight", "a flush of four is twelve", "his nobs is thirteen"]);
  assert.equal(countPhrase(parts.slice(0, 2)), "fifteen two, and a run of four is six");
  assert.equal(countPhrase([]), "nothing");
});

test("three and four alike have names of their own", () => {
  assert.deepEqual([[part("pair", 6)], [part("pair", 12)]].map(countPhrase), ["a pair royal is six", "a double pair royal is twelve"]);
});
