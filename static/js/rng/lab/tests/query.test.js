import assert from "node:assert/strict";
import { test } from "node:test";
import { buildQuery, DECK_COUNTS, nextSeed, OWN, parseQuery, resultUrl, withParams } from "../query.js";

const OFFERED = { shuffles: ["fair", "naive", "riffle7"], generators: ["mt", "borland"] };

test("an address that tells nothing lays the naive shuffle beside the fair one", () => {
  const { one, other, decks } = parseQuery("", OFFERED);
  assert.deepEqual([one.shuffle, other.shuffle, one.generator, decks], ["naive", "fair", "mt", 30]);
  assert.equal(buildQuery("", parseQuery("", OFFERED)), "");
});

test("what is written is read again, and what others told stays", () => {
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

test("what makes no sense in an address is as good as not there", () => {
  assert.deepEqual(parseQuery("?one=quick&other_by=dice&decks=77&seed=-3", OFFERED), parseQuery("", OFFERED));
  assert.deepEqual(parseQuery("?decks=1e3&seed=99999999&seed=4", OFFERED), parseQuery("", OFFERED));
});

test("an empty choice leaves the address", () => {
  assert.equal(withParams("?deck=231&decks=100", { deck: "" }), "?decks=100");
  assert.equal(withParams("?deck=231", { deck: "" }), "");
});

test("the server is asked by its own names", () => {
  assert.equal(
    resultUrl({ shuffle: "naive", generator: "mt" }, 300, 1),
    "/fairness/lab/found?shuffle=naive&generator=mt&decks=300&seed=1",
  );
});

test("a suit is named only where one is chosen, and decks of one's own never", () => {
  assert.match(resultUrl({ shuffle: "naive", generator: "mt" }, 300, 1, "S"), /&suit=S$/);
  const own = { ...parseQuery("", OFFERED), one: { shuffle: OWN, generator: "mt" } };
  assert.equal(buildQuery("", own), "");
});

test("there is always another seed, and no more decks than the server deals", () => {
  assert.equal(nextSeed(1), 2);
  assert.equal(nextSeed(1_000_000), 0);
  assert.equal(DECK_COUNTS.at(-1), 10_000);
});
