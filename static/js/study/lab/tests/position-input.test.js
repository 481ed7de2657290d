import assert from "node:assert/strict";
import { test } from "node:test";
import { buildQuery, formatCards, parseCards, parseSix } from "../position-input.js";

test("a card that is still being typed is no error yet", () => {
  assert.equal(parseCards("5H 1").isBegun, true);
  assert.equal(parseCards("5H j").isBegun, true);
  assert.equal(parseCards("5H x").isBegun, false);
  assert.equal(parseCards("5 JD").isBegun, false, "one went on behind it");
});

test("too few cards are incomplete, and no error", () => {
  assert.deepEqual(
    parseSix("5H 5S JD QC"),
    { cards: ["5H", "5S", "JD", "QC"], fault: "Two more cards, please.", isShort: true },
  );
});

test("formatted cards are parsed to the same", () => {
  const held = ["AS", "TD", "JC", "5H", "TC", "2S"];
  assert.deepEqual(parseCards(formatCards(held)), { cards: held, fault: "" });
});

test("a URL has a position in the server's own notation", () => {
  const entered = { cards: "10h5h 5s,jd qc ♣", dealer: "0", mine: " 088", theirs: "", target: "121", seen: "as" };
  assert.equal(
    buildQuery({ ...entered, cards: "10h5h 5s,jd q♣ 9h" }),
    "cards=TH+5H+5S+JD+QC+9H&dealer=0&mine=88&theirs=0&target=121&seen=AS",
  );
  assert.equal(buildQuery({ ...entered, cards: "5h", seen: " " }), "cards=5H&dealer=0&mine=88&theirs=0&target=121");
});
