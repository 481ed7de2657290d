import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, utf8 } from "../../bytes.js";
import { sha256 } from "../../sha2.js";
import {
  applyJump,
  dealFrom,
  jumpOver,
  nextState,
  placeCards,
  PLACES,
  scaledDraw,
  search,
} from "../generator-search.js";
import {
  cardNumber,
  dealTable,
  describePromise,
  describeSearch,
  describeStages,
  judgePromise,
  remainingStates,
} from "../search-texts.js";

const STATE = 987654321;
const { cards } = dealFrom(STATE);

test("the published step", () => {
  assert.equal(nextState(12345), 1655067934);
  assert.equal(scaledDraw(52, 1655067934), 20);
});

test("a jump equals that many steps, forward or back", () => {
  assert.equal(applyJump(jumpOver(3), STATE), nextState(nextState(nextState(STATE))));
  assert.equal(applyJump(jumpOver(-3), nextState(nextState(nextState(STATE)))), STATE);
});

test("six cards and the starter identify the state, and the count falls to one", () => {
  const seen = placeCards("dealer", PLACES.dealer.map((place) => cards[place]), cards[12]);
  const counts = [];
  let last;
  for (last of search(seen)) counts.push(remainingStates(last));
  assert.deepEqual(last.states, [STATE]);
  assert.equal(counts.at(-1), 1);
  assert.ok(counts.every((count, n) => n === 0 || count <= counts[n - 1]));
  assert.equal(describeStages(last)[0], "after the 6♥: 84,215,045")
});

test("a card above its original place is found by dealing", () => {
  const first = search(placeCards("pone", [51, 0])).next().value;
  assert.deepEqual(first.pointed, [51]);
  assert.ok(first.found > 0);
  assert.ok(first.states.every((state) => dealFrom(state).cards[0] === 51 && dealFrom(state).cards[2] === 0));
});

test("if no card can filter, all states are searched", () => {
  assert.equal(search(placeCards("dealer", [0, 1])).next().value.toSearch, 2 ** 32);
});

test("a state determines the table, this deck and the next", () => {
  const table = dealTable(STATE, "pone");
  assert.deepEqual(table.opponent.map(cardNumber), PLACES.dealer.map((place) => cards[place]));
  assert.equal(cardNumber(table.starter), cards[12]);
  assert.deepEqual(table.next.map(cardNumber), dealFrom(dealFrom(STATE).after).cards);
});

test("the server's commitment holds, or does not", () => {
  const [wrong, right] = [dealTable(1, "pone"), dealTable(STATE, "pone")];
  const said = ["ab".repeat(32), ...right.deck, ...right.next].join(" ");
  const commitment = hex(sha256(utf8(said)));
  assert.deepEqual(judgePromise(said, commitment, [wrong, right]), { isKept: true, right: 1 });
  assert.deepEqual(judgePromise(said, commitment, [wrong]), { isKept: true, right: -1 });
  assert.equal(judgePromise(said.replace("ab", "ac"), commitment, [right]).isKept, false);
  assert.match(describePromise({ isKept: true, right: 1 }, 2), /^It was state 2\./);
  assert.match(describePromise({ isKept: false, right: 0 }, 1), /another value than it committed to/);
  assert.match(describePromise({ isKept: true, right: -1 }, 1), /a different deck/);
});

test("each result is described in a sentence", () => {
  assert.equal(
    describeSearch({ found: 1 }, 0.42, false),
    "One of the 4,294,967,296 states deals these six cards: found in 0.4 seconds.",
  );
  assert.match(describeSearch({ found: 0 }, 1, true), /^None .* these seven cards/);
  assert.match(describeSearch({ found: 2 }, 1, false), /^2 of .*The starter tells them apart/);
  assert.match(describeSearch({ found: 2 }, 1, true), /these seven cards.*The next card played tells them apart/);
});
