import assert from "node:assert/strict";
import { test } from "node:test";
import { isRated, Store } from "../store.js";

const scene = (change = {}) => ({ phase: "throw", hand: ["5H", "KD", "AS", "5C", "TD", "2C"], ...change });

function throwing() {
  const store = new Store();
  store.showScene(scene());
  return store;
}

test("a state is replaced, and never changed", () => {
  const store = throwing();
  const before = store.state;
  store.toggleCard("5H");
  assert.deepEqual([before.chosen, store.state.chosen], [[], ["5H"]]);
  assert.throws(() => {
    store.state.complaint = "no";
  });
});

test("two cards are selected: the third replaces the first, and a second click deselects one", () => {
  const store = throwing();
  for (const card of ["5H", "KD", "AS"]) store.toggleCard(card);
  assert.deepEqual(store.state.chosen, ["KD", "AS"]);
  store.toggleCard("KD");
  assert.deepEqual(store.state.chosen, ["AS"]);
});

test("a card that left the hand is deselected, and all are when the discard is over", () => {
  const store = throwing();
  for (const card of ["5H", "KD"]) store.toggleCard(card);
  store.showScene(scene({ hand: ["KD", "AS"] }));
  assert.deepEqual(store.state.chosen, ["KD"]);
  store.showScene(scene({ phase: "play" }));
  assert.deepEqual(store.state.chosen, []);
});

test("the table ends the waiting, and seats the players", () => {
  const store = new Store();
  store.wait({ t: "waiting" });
  store.openTable(
    {
      you: 1,
      players: [
        { name: "Guest-ada1", nickname: "Ada", bot: false, prizes: { pegs: "star" } },
        { name: "Novice", nickname: null, bot: true },
      ],
      view: { deal: 3 },
    },
  );
  const { who, deal, waiting } = store.state;
  assert.deepEqual(
    [who, deal, waiting],
    [
      {
        you: 1,
        names: ["Ada (guest)", "Novice"],
        accounts: ["Guest-ada1", "Novice"],
        bots: [false, true],
        prizes: [{ pegs: "star" }, undefined],
      },
      3,
      null,
    ],
  );
});

test("a game is rated while points are at stake and after they were settled", () => {
  const store = new Store();
  const rated = [store.state];
  store.setRating({ stakes: { points: [1500, 1500] } });
  rated.push(store.state);
  store.setRating({ settled: { voided: false } });
  rated.push(store.state);
  assert.deepEqual(rated.map(isRated), [false, true, true]);
});

test("a repeated chat line is shown once", () => {
  const store = new Store();
  store.addLines([{ id: 1, text: "Hello" }]);
  store.addLines([{ id: 1, text: "Hello" }, { id: 2, text: "Good luck" }]);
  assert.deepEqual(store.state.lines.map(({ id }) => id), [1, 2]);
});
