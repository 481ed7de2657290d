import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { verify } from "../transcript.js";
import { deckMarks, faultsOfDeal, markOf } from "../transcript-view.js";

const file = new Uint8Array(readFileSync(new URL("../../../../../docs/reference/a-transcript.json", import.meta.url)));
const found = verify(file);
const { document: game } = found;

test("the documented transcript is true", () => {
  assert.deepEqual([found.verdict, found.faults], ["true", []]);
  assert.deepEqual(found.deals, game.deals.map(({ number }) => number));
});

test("the first thirteen cards of a deck belong to the hands and the starter", () => {
  const [, deal] = game.deals;
  const marks = deckMarks(game, deal);
  assert.equal(marks.size, 13);
  for (const seat of [0, 1]) {
    const his = deal.deck.filter((_, place) => marks.get(place)?.kind === `seat-${seat}`);
    assert.deepEqual(his, deal.hands.dealt[seat]);
  }
  assert.deepEqual(marks.get(12), { kind: "starter", says: "starter" });
  assert.deepEqual(
    [...deckMarks(game, game.deals[0]).values()].map(({ says }) => says).slice(0, 2),
    game.players.map(({ name }) => name),
  );
});

test("a fault is shown next to its deal", () => {
  const faults = [
    { deal: 1, says: "One." },
    { deal: 11, says: "Eleven." },
    { deal: 0, says: "The cut." },
    { deal: null, says: "All." },
  ];
  assert.deepEqual(
    [0, 1, 11, 2].map((deal) => faultsOfDeal({ faults }, deal)),
    [["The cut."], ["One."], ["Eleven."], []],
  );
});

test("a file gets the sign of what was found: receipts alone never get a tick", () => {
  assert.equal(markOf(found), "true");
  assert.equal(markOf({ ...found, doubt: "The key is unknown." }), "unvouched");
  assert.equal(markOf({ ...found, receipts: 12 }), "unvouched");
  for (const verdict of ["false", "unreadable"]) assert.equal(markOf({ ...found, verdict, receipts: 12 }), verdict);
});
