import assert from "node:assert/strict";
import { test } from "node:test";
import { describeAwaitedPart, describeTimeLeft } from "../beginning.js";

const fair = (change) => ({ commitments: ["c", "c"], secrets: ["s", "s"], must: null, ...change });
const YOU = { you: 0, names: ["Ann", "Bob"] };
const WATCHER = { ...YOU, you: null };
const here = (...seats) => ({ seats });

test("an uncommitted seat has a player who has not opened the table, or is typing there", () => {
  const isAwaited = fair({ commitments: ["c", null] });
  assert.equal(describeAwaitedPart(isAwaited, YOU, here(true, false)), "Waiting for Bob to open this table.");
  assert.equal(describeAwaitedPart(isAwaited, YOU, null), "Waiting for Bob to open this table.");
  assert.equal(describeAwaitedPart(isAwaited, YOU, here(true, true)), "Waiting for Bob to shuffle.");
  const areAwaited = fair({ commitments: [null, null] });
  assert.equal(
    describeAwaitedPart(areAwaited, WATCHER, here(false, false)),
    "Waiting for Ann and Bob to open this table.",
  );
  assert.equal(describeAwaitedPart(areAwaited, WATCHER, here(true, false)), "Waiting for Bob to open this table.");
});

test("the player whose secret is missing is named, with the consequence", () => {
  const isAwaited = fair({ secrets: ["s", null] });
  assert.equal(
    describeAwaitedPart(isAwaited, YOU, null),
    "Waiting for Bob to open this table. If Bob doesn’t come in time, you win.",
  );
  assert.equal(
    describeAwaitedPart(isAwaited, YOU, here(true, true)),
    "Waiting for Bob to shuffle. If Bob doesn’t shuffle in time, you win.",
  );
  assert.equal(describeAwaitedPart(isAwaited, YOU, here(true, true), { isAhead: true }), "Waiting for Bob to shuffle.");
  assert.match(
    describeAwaitedPart(fair({ secrets: [null, null] }), WATCHER, null),
    /^Waiting for Ann and Bob .* loses\.$/,
  );
});

test("while this page has to reveal its own part no other player is waited for", () => {
  assert.equal(describeAwaitedPart(fair({ secrets: [null, null], must: "reveal" }), YOU, null), "");
});

test("a player who may type is asked to", () => {
  assert.match(
    describeAwaitedPart(fair({ commitments: [null, null], must: "commit" }), YOU, null, { isAsking: true }),
    /press Shuffle/,
  );
});

test("a minute is counted down, a day is not", () => {
  assert.deepEqual(
    [describeTimeLeft(102_000), describeTimeLeft(90_000_000), describeTimeLeft(null)],
    ["1:42 left to begin", "", ""],
  );
});
