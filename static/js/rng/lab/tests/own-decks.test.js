import assert from "node:assert/strict";
import { test } from "node:test";

import { cardText } from "../../cribfair.js";
import { MOST_CHARACTERS, MOST_DECKS, parseDecks } from "../own-decks.js";

const NEW = Array.from({ length: 52 }, (_, card) => cardText(card));
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const line = (cards, between = " ") => cards.join(between);

test("one deck per line, separated by blanks or commas, as cards or numbers, in either case", () => {
  const numbers = NEW.map((_, card) => card);
  const text = [
    line(NEW),
    line(NEW, ","),
    line(numbers, ", "),
    line(NEW).toLowerCase(),
    line(NEW).replaceAll("T", "10"),
    "",
  ].join("\r\n");
  assert.deepEqual(parseDecks(text), { letters: LETTERS.repeat(5), decks: 5 });
});

test("a download of this site is read by its header", () => {
  const heading = ["id", "game", ...NEW.map((_, n) => `c${n + 1}`), "dealer", "seats", "rated"].join(",");
  const row = ["7", "k3v9", ...NEW.toReversed(), "1", "ab", ""].join(",");
  assert.deepEqual(parseDecks(`${heading}\n${row}\n`), { letters: [...LETTERS].reverse().join(""), decks: 1 });
});

test("an invalid deck is reported with its line number", () => {
  const says = (text) => parseDecks(text).says;
  assert.equal(says(`${line(NEW)}\n\n${line(NEW.slice(1))}`), "Line 3 is no deck: it has 51 cards, and a deck has 52.");
  assert.equal(
    says(line(NEW.with(3, "1X"))),
    "Line 1 is no deck: “1X” is no card; they are written 5H, TD, AS, or 0 to 51.",
  );
  assert.equal(says(`${line(NEW)}\n${line(NEW.with(3, "AC"))}`), "Line 2 is no deck: AC is in it twice.");
  assert.equal(says("first card, second card"), "There is no deck here.");
  assert.equal(says(" \n"), "There is no deck here.");
});

test("too many decks are refused", () => {
  const deck = line(NEW.map((_, card) => card), ",");
  assert.equal(parseDecks(`${deck}\n`.repeat(MOST_DECKS)).decks, MOST_DECKS);
  assert.equal(
    parseDecks(`${deck}\n`.repeat(MOST_DECKS + 1)).says,
    "Line 4001: at most 4,000 decks can be tested here.",
  );
  assert.match(parseDecks("x".repeat(MOST_CHARACTERS + 1)).says, /too long/);
});
