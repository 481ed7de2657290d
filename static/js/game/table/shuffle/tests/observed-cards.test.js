import assert from "node:assert/strict";
import { test } from "node:test";
import {
  joinSeen,
  observedInDeal,
  observeEvents,
  observeHistory,
  observeTable,
  observeThrow,
} from "../observed-cards.js";

const HAND = ["5H", "KD", "AS", "5C", "TD", "2C"];
const view = (change) => ({
  phase: "throw", deal: 1, dealer: 1, scores: [0, 0], cut: [
    ["9H", "2D"],
  ], hand: HAND, starter: null, played: [], show: null, ...change,
});
const BEFORE = observeTable({}, view(), 0).seen;

test("a table contains this seat's cards and the cut cards", () => {
  const { seen, fault } = observeTable({}, view(), 0);
  assert.deepEqual([seen[1].dealt, fault], [HAND, null]);
  assert.deepEqual([seen[0].cut, seen[0].dealer, seen[0].scores], [[["9H", "2D"]], 1, [0, 0]]);
});

test("the last card and the show belong to the deal that ends, the new six to the next", () => {
  const next = ["2H", "3H", "4H", "6H", "7H", "8H"];
  const frame = {
    events: [
      { e: "starter", card: "9S" },
      { e: "played", seat: 0, card: "5H", count: 5 },
      { e: "counted", seat: 0, what: "hand", cards: ["5H"], starter: "9S", points: 4, parts: [], says: "" },
      { e: "pegged", seat: 0, points: 4, score: 4 },
      { e: "dealt", number: 2, dealer: 0 },
    ],
    view: view({ deal: 2, dealer: 0, hand: next, scores: [4, 0] }),
  };
  const { seen, fault } = observeEvents(BEFORE, frame, view(), 0);
  assert.equal(fault, null);
  assert.deepEqual(seen[1].played, [[0, "5H"]]);
  assert.deepEqual(seen[1].show, { counts: [{ seat: 0, what: "hand", cards: ["5H"], points: 4 }] });
  assert.deepEqual([seen[1].dealt, seen[1].starter, seen[1].scores], [HAND, "9S", [4, 0]]);
  assert.deepEqual([seen[2].dealt, seen[2].starter, seen[2].scores], [next, null, null]);
});

test("for a deal played on another device at least the dealer follows from the others", () => {
  const { seen } = observeTable({}, view({ deal: 4, dealer: 0 }), 0);
  assert.deepEqual([1, 2, 3, 4].map((deal) => observedInDeal(seen, deal, 0).dealer), [1, 0, 1, 0]);
});

test("a player who was signed out and watched can check a deal after coming back", () => {
  const watched = observeTable({}, view({ hand: [] }), null).seen;
  const { seen, fault } = observeTable(watched, view(), 0);
  assert.deepEqual([seen[1].you, seen[1].dealt, fault], [0, HAND, null]);
});

const SHOW = {
  deal: 1,
  dealer: 1,
  starter: "9S",
  counts: [{ seat: 0, what: "hand", cards: HAND.slice(0, 4), points: 2 }],
};
const AT_END = {
  phase: "over",
  winner: 0,
  value: 1,
  ended: "resigned",
  open: { dealt: [HAND, HAND], throws: [[], []] },
};
const LATER = {
  "another hand": [{}, { hand: [...HAND.slice(1), "6C"] }, /other cards in your hand/],
  "another card in the hand that was kept": [
    {},
    { phase: "play", hand: ["5H", "KD", "AS", "6C"] },
    /other cards in your hand/,
  ],
  "another dealer": [{}, { dealer: 0 }, /another dealer/],
  "another starter": [{ starter: "9S" }, { starter: "8S" }, /another starter/],
  "another starter in the show": [{ starter: "8S" }, { deal: 2, dealer: 0, hand: [], show: SHOW }, /another starter/],
  "another card played": [{ played: [[0, "5H"]] }, { played: [[0, "5C"], [1, "2D"]] }, /other cards played/],
  "another cut": [{}, { cut: [["3H", "2D"]] }, /other cards cut/],
  "another hand counted": [
    { show: SHOW },
    { show: { ...SHOW, counts: [{ ...SHOW.counts[0], cards: HAND.slice(2) }] } },
    /another hand counted/,
  ],
  "other points for it": [
    { show: SHOW },
    { show: { ...SHOW, counts: [{ ...SHOW.counts[0], points: 12 }] } },
    /another hand counted/,
  ],
  "one hand counted twice": [
    {},
    { show: { ...SHOW, counts: [...SHOW.counts, { ...SHOW.counts[0], cards: HAND.slice(2) }] } },
    /another hand counted/,
  ],
  "another hand than lay open": [
    { laid: { ...SHOW.counts[0], starter: "9S", points: undefined, cards: HAND.slice(2) } },
    { show: SHOW },
    /another hand counted/,
  ],
  "other cards open at the end": [
    AT_END,
    { ...AT_END, open: { ...AT_END.open, dealt: [HAND, HAND.slice(1)] } },
    /other open cards/,
  ],
  "another result": [AT_END, { ...AT_END, winner: 1 }, /another result/],
  "another score after a deal": [{}, { scores: [0, 2] }, /another score after deal 0/],
  "another throw": [{ throw: ["5H", "KD"] }, { throw: ["5H", "AS"] }, /other discards/],
};
for (const [what, [first, then, says]] of Object.entries(LATER)) {
  test(`information seen first cannot change: ${what} is a fault`, () => {
    const { seen } = observeTable({}, view(first), 0);
    const later = observeTable(seen, view(then), 0);
    assert.match(later.fault.says, says);
    const other = observeTable({}, view(then), 0).seen;
    if (!what.includes("twice")) assert.match(joinSeen(seen, other).fault.says, says, "in another tab too");
  });
}

test("only legal cards are offered", () => {
  const inPlay = (change) => view({ phase: "play", hand: ["5H", "KD", "AS"], count: 25, pile: [], ...change });
  const says = (change) => observeTable({}, inPlay(change), 0).fault?.says ?? "";
  for (const right of [
    { playable: ["5H", "AS"] },
    { playable: [], must_go: false },
    { playable: ["AS"], count: 30 },
    { playable: [], must_go: true, count: 31 },
  ]) {
    assert.equal(says(right), "");
  }
  for (const wrong of [
    { playable: ["AS"] },
    { playable: ["5H", "KD", "AS"] },
    { playable: [], must_go: true },
    { playable: ["5H", "AS"], must_go: true },
  ]) {
    assert.match(says(wrong), /does not let you play/);
  }
});

test("an earlier view of the table shows less, and nothing else", () => {
  const { seen } = observeTable({}, view({ starter: "9S", played: [[0, "5H"], [1, "2D"]] }), 0);
  const { seen: again, fault } = observeTable(seen, view({ played: [[0, "5H"]] }), 0);
  assert.deepEqual([again[1].played.length, again[1].starter, fault], [2, "9S", null]);
  assert.deepEqual(joinSeen(seen, BEFORE), { seen, fault: null });
  assert.deepEqual(joinSeen(BEFORE, seen), { seen, fault: null });
});

test("a deal that only the other tab saw counts as seen from its seat", () => {
  const { seen } = joinSeen({}, BEFORE);
  assert.deepEqual([seen[1].you, seen[1].dealt], [0, HAND]);
});

test("the discard that the server confirms is the shown one", () => {
  const { seen } = observeTable(BEFORE, view({ hand: HAND.slice(2), throw: ["5H", "KD"] }), 0);
  assert.equal(observeThrow(seen, 1, ["KD", "5H"], 0).fault, null);
  assert.match(observeThrow(seen, 1, ["KD", "AS"], 0).fault.says, /other discards/);
});

const TOLD = {
  "another starter": [[{ e: "starter", card: "9S" }], { starter: "8S" }, /another starter/],
  "a card that nobody played": [[], { played: [[1, "2D"]] }, /does not follow from the moves/],
  "a deal of which no event told": [[], { deal: 2, dealer: 0, hand: [] }, /does not follow from the moves/],
  "a deal left out": [[{ e: "dealt", number: 3, dealer: 1 }], { deal: 3 }, /does not follow from the moves/],
  "the same deal again": [[{ e: "dealt", number: 1, dealer: 1 }], {}, /does not follow from the moves/],
  "points that were never pegged": [
    [{ e: "starter", card: "JS" }],
    { phase: "play", starter: "JS", scores: [0, 2] },
    /does not follow from the moves/,
  ],
};
for (const [what, [events, then, says]] of Object.entries(TOLD)) {
  test(`a view must follow from its events: ${what} is a fault`, () => {
    assert.match(observeEvents(BEFORE, { events, view: view(then) }, view(), 0).fault.says, says);
  });
}

test("an unknown event is no event, whatever its name", () => {
  const events = [{ e: "constructor" }, { e: "__proto__" }, { e: "from the future" }];
  assert.deepEqual(observeEvents(BEFORE, { events, view: view() }, view(), 0), { seen: BEFORE, fault: null });
});

// Events from the page's absence.

const PAST = [
  { e: "cut_for_deal", cards: ["9H", "2D"], dealer: 1 },
  { e: "dealt", number: 1, dealer: 1 },
  { e: "thrown", seat: 0 },
  { e: "starter", card: "9S" },
  { e: "played", seat: 0, card: "5H", count: 5 },
];
const NOW = view(
  { phase: "play", hand: ["AS", "5C", "KD"], starter: "9S", played: [[0, "5H"]], pile: ["5H"], count: 5 },
);

test("events from a page's absence are evidence about a deal that it saw, and about no other", () => {
  const back = observeHistory(BEFORE, { events: PAST, view: NOW }, null, 0);
  assert.deepEqual([back.fault, back.seen[1].starter, back.seen[1].played], [null, "9S", [[0, "5H"]]]);
  const late = observeHistory({}, { events: PAST, view: NOW }, null, 0);
  assert.deepEqual(late, { seen: {}, fault: null });
});

test("a history that contradicts the page, or leads to another table, is a fault", () => {
  const saw = observeTable(BEFORE, NOW, 0).seen;
  const other = PAST.map((event) => (event.e === "starter" ? { e: "starter", card: "8S" } : event));
  assert.match(observeHistory(saw, { events: other, view: NOW }, null, 0).fault.says, /another starter/);
  assert.match(
    observeHistory(BEFORE, { events: PAST.slice(0, -1), view: NOW }, null, 0).fault.says,
    /does not follow from the moves/,
  );
  assert.match(observeHistory({}, { events: [], view: NOW }, null, 0).fault.says, /does not follow from the moves/);
});
