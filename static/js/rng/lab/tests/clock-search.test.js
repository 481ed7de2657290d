import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, unhex, utf8 } from "../../bytes.js";
import { cardText, dealKey, deck } from "../../cribfair.js";
import { sha256 } from "../../sha2.js";
import { dealByClock, DAY_MS, searchByClock, spanAround } from "../clock-search.js";
import {
  describeClockSearch,
  describeGuessing,
  describeTimesLeft,
  isOurDeal,
  layOut,
  remainingTimes,
  tableAt,
  timeOfDay,
} from "../clock-texts.js";
import { placeCards, PLACES } from "../generator-search.js";
import { describePromise } from "../search-texts.js";
import { guessSecrets, yearsPower } from "../secret-guessing.js";

const AT = 14 * 3_600_000 + 187_123; // 14:03:07.123
// Dealt by `manage.py break_shuffle --shuffle asf`.
const DECK =
  "KH QD 5D TC 4C KS AD TS KD 2C 8C JC 2H AH 7S 9H JD 2D JH 8S 5S 7C JS 4D AS 3C 8D 9D 9C AC KC 3H 6C TD 5C QS 5H 6D QC 6S 7H 2S TH 4H 7D 4S QH 3D 9S 8H 6H 3S";

const seenBy = (seat, cards) => placeCards(seat, PLACES[seat].map((place) => cards[place]), cards[12]);
const last = (steps) => [...steps].at(-1);

test("the deck of a millisecond is the published one, and its last card never stays in place", () => {
  assert.equal(dealByClock(AT).map(cardText).join(" "), DECK);
  for (let at = 0; at < 500; at++) assert.notEqual(dealByClock(at * 172_799)[51], 51);
});

for (const seat of ["pone", "dealer"]) {
  test(`six cards and the starter identify the millisecond for ${seat}, near a clock that is accurate to 100 seconds`, () => {
    const found = last(searchByClock(seenBy(seat, dealByClock(AT)), spanAround(AT + 61_234, 100_000)));
    assert.deepEqual(found.states, [AT]);
    assert.equal(found.toSearch, 200_001);
    assert.equal(remainingTimes(found), 1);
    assert.ok(found.left.every((count, n) => n === 0 || count <= found.left[n - 1]));
  });
}

test("progress is reported, and every card leaves fewer times", () => {
  const steps = [];
  for (const { searched } of searchByClock(seenBy("pone", dealByClock(AT)), spanAround(AT, 100_000))) {
    steps.push(searched);
  }
  assert.equal(steps.at(-1), 200_001);
  assert.ok(steps.length > 2);
});

test("with a less accurate clock the span finds nothing, and the whole day does", () => {
  const seen = seenBy("pone", dealByClock(AT)).slice(0, 2);
  assert.deepEqual(last(searchByClock(seenBy("pone", dealByClock(AT)), spanAround(AT + 200_000, 100_000))).states, []);
  assert.equal(spanAround(AT, DAY_MS).count, DAY_MS);
  assert.ok(last(searchByClock(seen, { from: AT - 5, count: 11 })).states.includes(AT));
});

test("a span wraps around at midnight", () => {
  const { from, count } = spanAround(5, 100);
  assert.deepEqual([from, count], [DAY_MS - 95, 201]);
  assert.deepEqual(
    last(searchByClock(seenBy("dealer", dealByClock(DAY_MS - 3)), spanAround(5, 100))).states,
    [DAY_MS - 3],
  );
});

test("a millisecond determines the table", () => {
  const table = tableAt(AT, "pone");
  assert.equal(table.time, "14:03:07.123");
  assert.equal(table.opponent.join(" "), "QD TC KS TS 2C JC");
  assert.equal(table.starter, "2H");
  assert.equal(timeOfDay(0), "00:00:00.000");
  assert.deepEqual(layOut(table.deck, "dealer").opponent, "KH 5D 4C AD KD 8C".split(" "));
});

const KNOWN = { context: "0a".repeat(32), deal: 1, secrets: ["11".repeat(32), "22".repeat(32)] };
const ourDeck = (link) => deck(dealKey(unhex(KNOWN.context), KNOWN.deal, unhex(link), ...KNOWN.secrets.map(unhex)));

test("the server's part is guessed one by one, and recognized when found", () => {
  const seventh = `${"00".repeat(31)}06`;
  const found = guessSecrets(seenBy("pone", ourDeck(seventh)), KNOWN).next().value;
  assert.deepEqual(found, { tried: 50, found: [seventh] });
  const other = guessSecrets(seenBy("pone", ourDeck("5c".repeat(32))), KNOWN).next().value;
  assert.deepEqual(other.found, []);
});

test("trying all guesses takes longer than any time", () => {
  assert.equal(yearsPower(1), 69); // 2^256 is 1.16 * 10^77, and a year has 3.16 * 10^7 seconds
  assert.equal(yearsPower(4000), 65);
});

test("a deal of ours is true if its hash was sent before, and its part makes its deck", () => {
  const cards = ourDeck("5c".repeat(32)).map(cardText);
  const said = ["5c".repeat(32), ...cards].join(" ");
  const commitment = hex(sha256(utf8(said)));
  assert.ok(isOurDeal(said, commitment, KNOWN));
  assert.ok(!isOurDeal(said, commitment.replace(/./, (digit) => (digit === "0" ? "1" : "0")), KNOWN));
  const lie = ["5c".repeat(32), ...cards.toReversed()].join(" ");
  assert.ok(!isOurDeal(lie, hex(sha256(utf8(lie))), KNOWN));
});

test("each result is described in a sentence", () => {
  const result = (states, toSearch = 200_001) => (
    { progress: { searched: toSearch, toSearch, left: [3922, 80], states }, seconds: 0.42 }
  );
  assert.equal(
    describeClockSearch(result([AT]), "clock"),
    "One of 200,001 milliseconds deals these seven cards: found in 0.4 seconds.",
  );
  assert.match(describeClockSearch(result([]), "clock"), /further apart: search the whole day\.$/);
  assert.match(
    describeClockSearch(result([], DAY_MS), "clock"),
    /^None of 86,400,000 milliseconds deals these seven cards \(0\.4 seconds\)\.$/,
  );
  assert.match(describeClockSearch(result([]), "ours"), /weren’t dealt by the clock\.$/);
  assert.deepEqual(
    describeTimesLeft(["TH", "2D"], result([AT]).progress),
    ["after the 10♥: 3,922", "after the 2♦: 80"],
  );
  const guessed = describeGuessing({ progress: { tried: 20_000, found: [] }, seconds: 5 });
  assert.match(guessed, /^None of 20,000 guesses .*\(5\.0 seconds\)\. At 4,000 guesses a second .* 10⁶⁵ years/);
  assert.match(describePromise({ isKept: true, right: 0 }, 1, 1), /52 cards/);
});
