import assert from "node:assert/strict";
import { test } from "node:test";
import { besideTheCount, countCall, partCalls, pegCall } from "../peg-phrases.js";

const part = (kind, points) => ({ kind, points });

test("a card that scores twice is called twice", () => {
  const pegged = { kind: "play", says: "thirty-one for two and a pair royal for six" };
  assert.equal(pegCall(pegged), "thirty-one for two and a pair royal for six");
  assert.equal(besideTheCount(pegged), "a pair royal for six");
});

test("a count goes on from part to part", () => {
  const parts = [part("fifteen", 2), part("run", 4), part("pair", 2), part("flush", 4), part("nobs", 1)];
  assert.deepEqual(partCalls(parts), ["fifteen two", "a run of four is six", "a pair is eight", "a flush of four is twelve", "his nobs is thirteen"]);
  assert.equal(countCall(parts.slice(0, 2)), "fifteen two, and a run of four is six");
  assert.equal(countCall([]), "nothing");
});

test("three and four alike have names of their own", () => {
  assert.deepEqual([[part("pair", 6)], [part("pair", 12)]].map(countCall), ["a pair royal is six", "a double pair royal is twelve"]);
});
