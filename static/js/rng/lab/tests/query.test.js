import assert from "node:assert/strict";
import { test } from "node:test";
import { buildQuery, DECK_COUNTS, nextSeed, OWN, parseQuery, resultUrl, withParams } from "../query.js";

const OFFERED = { shuffles: ["fair", "naive", "riffle7"], generators: ["mt", "borland"] };

test("an empty URL compares the naive shuffle with the fair one", () => {
  const { one, other, decks } = parseQuery("", OFFERED);
  assert.deepEqual([one.shuffle, other.shuffle, one.generator, decks], ["naive", "fair", "mt", 30]);
  assert.equal(buildQuery("", parseQuery("", OFFERED)), "");
});

test("a URL that was built is parsed to the same, and other parameters stay", () => {
  const asked = {
    one: { shuffle: "riffle7", generator: "borland" },
    other: { shuffle: "naive", generator: "mt" },
    decks: 3000,
    seed: 7,
    suit: "H",
  };
  const search = buildQuery("?deck=231", asked);
  assert.deepEqual(parseQuery(search, OFFERED), asked);
  assert.equal(new URLSearchParams(search).get("deck"), "231");
});

test("invalid parts of a URL are ignored", () => {
  assert.deepEqual(parseQuery("?one=quick&other_by=dice&decks=77&seed=-3", OFFERED), parseQuery("", OFFERED));
  assert.deepEqual(parseQuery("?decks=1e3&seed=99999999&seed=4", OFFERED), parseQuery("", OFFERED));
});

test("an empty choice is removed from the URL", () => {
  assert.equal(withParams("?deck=231&decks=100", { deck: "" }), "?decks=100");
  assert.equal(withParams("?deck=231", { deck: "" }), "");
});

test("a request uses the server's own names", () => {
  assert.equal(
    resultUrl({ shuffle: "naive", generator: "mt" }, 300, 1),
    "/fairness/lab/found?shuffle=naive&generator=mt&decks=300&seed=1",
  );
});

test("a suit is in the URL only if chosen, and the reader's own decks never", () => {
  assert.match(resultUrl({ shuffle: "naive", generator: "mt" }, 300, 1, "S"), /&suit=S$/);
  const own = { ...parseQuery("", OFFERED), one: { shuffle: OWN, generator: "mt" } };
  assert.equal(buildQuery("", own), "");
});

test("there is always another seed, and no more decks than the server deals", () => {
  assert.equal(nextSeed(1), 2);
  assert.equal(nextSeed(1_000_000), 0);
  assert.equal(DECK_COUNTS.at(-1), 10_000);
});
