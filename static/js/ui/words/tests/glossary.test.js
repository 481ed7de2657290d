import assert from "node:assert/strict";
import { test } from "node:test";

import { splitAtTerms } from "../glossary.js";

const [crib, royal, double, go] = [
  { id: "crib", words: ["crib"] }, { id: "royal", words: ["pair royal"] },
  { id: "double", words: ["double pair royal"] }, { id: "go", words: ["say go", "the go"] },
];
const TERMS = [crib, royal, double, go];

test("a term is found in any case, and once in a text", () => {
  assert.deepEqual(
    splitAtTerms("Crib first. Your crib.", TERMS),
    [{ word: "Crib", term: crib }, " first. Your ", "crib", "."],
  );
});

test("the longer term takes precedence over the one it contains", () => {
  assert.deepEqual(
    splitAtTerms("A double pair royal!", TERMS),
    ["A ", { word: "double pair royal", term: double }, "!"],
  );
});

test("a part of another word is no term", () => {
  assert.deepEqual(splitAtTerms("cribbage, scribble, go on", TERMS), ["cribbage, scribble, go on"]);
  assert.deepEqual(splitAtTerms("écrib", TERMS), ["écrib"]);
});

test("a term of two words is found at the end, and a text without terms stays whole", () => {
  assert.deepEqual(splitAtTerms("One for the go", TERMS), ["One for ", { word: "the go", term: go }]);
  assert.deepEqual(splitAtTerms("", TERMS), []);
});
